"""What kinds of judging there are, one folder per task."""
