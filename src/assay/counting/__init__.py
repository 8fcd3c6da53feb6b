"""What one case contributes: tokens, n-grams, edits, matched boxes, overlapping masks, encoded texts."""
