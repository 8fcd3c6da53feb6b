"""Metrics of what is seen in images."""
