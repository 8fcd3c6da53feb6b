"""Several models become differences, tests and verdicts; which test, and why."""
