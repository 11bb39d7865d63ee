"""The `warhost` command."""
