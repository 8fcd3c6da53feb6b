"""Rows become summaries, in memory or streamed from a file; nothing is measured here."""
