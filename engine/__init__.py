"""The engine: games, agents and the kernels that play them. It knows nothing of Ray, files, HTTP or the clock."""
