"""Other libraries' interfaces to the games."""
