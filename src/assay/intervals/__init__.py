"""A card and a summary make an estimate: which interval, and why."""
