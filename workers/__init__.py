"""Ray actors and the pure function that plays a chunk of games."""
