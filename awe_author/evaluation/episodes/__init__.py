"""What an attempt at a task left behind, as files: one folder for a run, one JSON file for an episode."""

from awe_author.evaluation.episodes.folder import Run, read_run, write_about, write_episode
from awe_author.evaluation.episodes.model import Episode, Timings

__all__ = ["Episode", "Run", "Timings", "read_run", "write_about", "write_episode"]
