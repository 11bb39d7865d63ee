"""The report of a run as one HTML file that needs nothing else: no script, no font, no picture from anywhere."""

from dashboards.html_report.page import report_page

__all__ = ["report_page"]
