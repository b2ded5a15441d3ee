"""A summary of episodes for people: Markdown, and one HTML page that needs nothing else."""

from awe_author.evaluation.report.markdown import markdown
from awe_author.evaluation.report.page import page
from awe_author.evaluation.report.words import TABLES, Table, tables

__all__ = ["TABLES", "Table", "markdown", "page", "tables"]
