"""Regression: numbers predicted."""
