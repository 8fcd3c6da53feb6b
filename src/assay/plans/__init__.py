"""Sample sizes before the numbers: a question and a design in, the cases that answer it out."""
