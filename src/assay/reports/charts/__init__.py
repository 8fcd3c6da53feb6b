"""Charts of results, as altair draws them: one small function a chart, over results and never over rows."""
