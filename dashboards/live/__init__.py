"""Live pages: a run while it goes on, any recorded game, and a game at a Table as it is played.

A page is drawn here, in Python, with the report's style, tables and charts; the browser gets finished HTML and swaps in what
changed. Only charts over time are drawn by the browser (uPlot), as one moves along them.
"""

from dashboards.live.server import LiveServer

__all__ = ["LiveServer"]
