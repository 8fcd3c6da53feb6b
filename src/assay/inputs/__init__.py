"""What the user hands over, checked once; after this layer the user's own objects are not seen."""
