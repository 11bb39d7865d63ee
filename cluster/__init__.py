"""Sweeps, plans, schedules and run directories."""
