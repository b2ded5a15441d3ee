"""Replays every recorded page and step, compares it with the recording, and reports (`awe-author verify`)."""
