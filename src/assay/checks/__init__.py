"""The one gate for what is handed over: whether something is a number, a flag, a word or an array is asked here."""
