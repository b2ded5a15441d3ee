"""Drafts of a state model, its seed and the features of an app, from one recording.

    recorded = read_recording(archive)      # the edge: exchanges with bodies, rendered documents
    draft = discover(recorded, "tracker")   # pure
    features_text(draft), report_of(draft), draft.model, draft.seed

In order: calls (which exchanges carry data) -> sightings (objects in answers, by endpoint and place) -> kinds (which
of them are the same entities) -> operations (who lists, reads, writes them) -> entities (what was there at the start)
-> model and seed -> surfaces.
"""

from awe_author.features.discover.draft import Draft, discover
from awe_author.features.discover.reading import Page, Recorded, read_recording
from awe_author.features.discover.writing import features_text, report_of

__all__ = ["Draft", "Page", "Recorded", "discover", "features_text", "read_recording", "report_of"]
