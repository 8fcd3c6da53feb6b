"""Results as files that load again: one strict JSON document, without a case and without anything that runs."""
