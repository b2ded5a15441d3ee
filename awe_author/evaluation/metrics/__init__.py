"""What many episodes say of an agent. Pure functions over episodes; every formula names its source.

Invalid episodes (our own failure) are counted, and take part in nothing else.
"""

from awe_author.evaluation.metrics.summary import Summary, summarise

__all__ = ["Summary", "summarise"]
