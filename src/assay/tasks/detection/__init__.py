"""Detection: boxes found in images."""
