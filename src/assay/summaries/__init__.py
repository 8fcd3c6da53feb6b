"""Small mergeable reductions of many cases; after this layer nobody sees a row."""
