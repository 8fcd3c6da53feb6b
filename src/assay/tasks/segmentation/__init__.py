"""Segmentation: a class for every pixel."""
