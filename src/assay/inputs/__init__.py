"""What the user hands over, checked once; after this layer nobody sees the user's own objects."""
