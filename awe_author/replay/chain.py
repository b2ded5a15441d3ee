"""The responders of a replay session, in order: the composition of the replayer is this list."""

from __future__ import annotations

from awe_author.door.messages import Answer, Request, Responder
from awe_author.replay.guard import control_guard
from awe_author.replay.match_responder import ArchiveResponder
from awe_author.replay.misses import miss
from awe_author.replay.playback import LONGEST_GAP
from awe_author.replay.session import ReplaySession


def build_chain(session: ReplaySession, *, longest_gap: float | None = LONGEST_GAP) -> list[Responder[ReplaySession]]:
    """Reports of the page first, then features, the archive (both put the prelude into documents), then the miss.

    In a session with page features all of these stand behind the surfaces of its pages, which put their runtime into
    documents, whoever answers with them. `longest_gap`: seconds to which pauses in recorded conversations are
    shortened; None keeps true timing.
    """
    chain: list[Responder[ReplaySession]] = [reports]
    recorded = ArchiveResponder(session, longest_gap=longest_gap)
    if session.live is not None and session.surfaces is not None:
        from awe_author.replay.enriched import EnrichedResponder

        recorded.told = session.surfaces.sockets.answers.told
        chain.append(
            EnrichedResponder(
                session.live, session.surfaces, recorded, recorded.answers, recorded.choice, recorded.wrote
            )
        )
    chain.append(recorded)
    if session.live is not None:
        from awe_author.replay.page_surfaces import PageSurfaces

        chain = [PageSurfaces(session, session.live, chain)]
    return [*chain, miss]


async def reports(request: Request, session: ReplaySession) -> Answer | None:
    """Take what the prelude reports; the quick look comes first, since every request passes here."""
    return await control_guard(request, session) if session.report_path in request.url else None
