"""What must stay as it is when the code changes its shape: calls of every kind, and all that they say."""
