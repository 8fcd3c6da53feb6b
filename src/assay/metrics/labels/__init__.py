"""Metrics over confusion tables; importing a module files its cards."""
