"""Who decides for a seat: compiled agents (`random`, `greedy`) and agents in Python."""
