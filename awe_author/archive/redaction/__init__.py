"""Takes secrets out of a capture: rules say where they stand, pseudonyms take their place everywhere."""

from awe_author.archive.redaction.redactor import Redactor
from awe_author.archive.redaction.rules import RedactionRules

__all__ = ["RedactionRules", "Redactor"]
