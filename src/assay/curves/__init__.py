"""Summaries become curves and points."""
