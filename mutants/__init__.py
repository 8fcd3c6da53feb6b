"""Mutation tests: a number in the source is changed on purpose, and some test must notice it."""
