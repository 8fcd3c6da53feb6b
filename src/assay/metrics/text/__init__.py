"""Metrics of text: runs of words, translations, answers, edits, meaning."""
