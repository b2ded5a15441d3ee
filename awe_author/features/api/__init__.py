"""Requests that features answer: found, acted upon, answered in the recorded shape. No sockets, no clocks in here."""
