"""Scores: how strongly a model says what it says."""
