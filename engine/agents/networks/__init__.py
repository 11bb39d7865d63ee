"""Policy networks as agents: an example for NumPy and one for PyTorch that decide alike, to be copied."""
