"""Small mergeable reductions of many cases; after this layer no row is seen."""
