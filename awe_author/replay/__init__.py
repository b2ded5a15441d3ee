"""The responder chain of a replaying session: guard, prelude, archive match, miss. Upstream is never reachable."""
