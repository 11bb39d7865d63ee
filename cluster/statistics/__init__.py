"""Intervals, ratings and sequential tests: pure functions of block sums."""
