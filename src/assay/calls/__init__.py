"""The public verbs: evaluate, compare, rank, validate and their kin."""
