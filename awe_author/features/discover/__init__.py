"""Drafts of a state model, its seed and the features of an app, from one recording.

    recorded = read_recording(archive)      # the edge: exchanges with bodies, rendered documents
    draft = discover(recorded, "tracker")   # pure
    accepted(draft)                         # without what `enrich` would refuse; `drafted` goes on where a part fails
    features_text(draft), report_of(draft), draft.model, draft.seed

In order (see `draft.discover`): what calls tell (`from_calls`: which exchanges carry data, which objects in answers
are the same entities, who lists, reads and writes them) -> what pages tell (`from_pages`) -> what was there at the
start (`census`) -> model and seed (`modelling`) -> features, each request answered by the first that explains it
(`answering`).

They are made of these packages, each of which imports only from those before it:

    common      names, keys, comparisons, schemas
    exchanges   calls, their parameters, the objects in their answers
    markup      what documents show: rows, forms, texts
    entities    which entities there are, what calls do to them, what each was like at the start
    lists       order, search, filters and pages of lists
    writes      actions: what becomes of the state
    replies     features of an API
    pages       features of server-rendered pages
    talks       features of sockets and event streams
"""

from awe_author.features.discover.accepted import accepted, drafted
from awe_author.features.discover.draft import Draft, discover
from awe_author.features.discover.exchanges.reading import Page, Recorded, read_recording
from awe_author.features.discover.writing import features_text, report_of

__all__ = [
    "Draft",
    "Page",
    "Recorded",
    "accepted",
    "discover",
    "drafted",
    "features_text",
    "read_recording",
    "report_of",
]
