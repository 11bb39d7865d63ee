"""Who decides for a seat: compiled agents (`random`, `greedy`, searches), agents in Python, and programs of their own."""
