"""Replays what was recorded and says how far the replay is the same: pixels, text, requests, console.

report = await verify([path], repeat=1, thresholds=Thresholds())    -> FidelityReport   (verify.py)
write_report(report, folder)                                        -> ReportFiles      (report.py)
"""

from awe_author.fidelity.model import FidelityReport, Thresholds

__all__ = ["FidelityReport", "Thresholds"]
