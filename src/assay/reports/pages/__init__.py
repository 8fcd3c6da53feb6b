"""Results as one HTML page: offline, safe, readable; and as a fragment for notebooks."""
