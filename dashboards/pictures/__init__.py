"""The README's pictures, and the script that retakes them: `python -m dashboards.pictures`."""
