"""The calls users make: they wire the layers together and own the defaults."""
