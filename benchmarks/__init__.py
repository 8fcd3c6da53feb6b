"""assay beside its peers: same data, same run, median of five, ratios printed."""
