"""The values that come out: numbers with their intervals, tables, notes and the whole evaluation."""
