"""Exchanges as data: calls, their parameters, and the objects in their answers. Nothing is decided here."""
