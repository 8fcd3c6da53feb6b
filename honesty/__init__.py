"""The honesty table: the coverage of every default interval, measured through the public API.

Cells are numbered and pre-registered: adding one is allowed, removing one is not, and failures stay visible.
"""
