"""Metrics over sorted scores; importing a module files its cards."""
