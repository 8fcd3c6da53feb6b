"""Metrics of regression: how large the errors are, how they compare, and what the model explains."""
