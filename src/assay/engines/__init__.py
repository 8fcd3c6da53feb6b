"""Where the rows are: one file per engine, one protocol for all of them. No engine knows a task."""
