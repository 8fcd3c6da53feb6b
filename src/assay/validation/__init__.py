"""Split, fit, predict: every fit of a scheme, in parallel, resumable, and without knowing any metric."""
