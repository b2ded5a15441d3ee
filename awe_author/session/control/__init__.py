"""The control API of `awe-author serve`: sessions of a world over HTTP, on a loopback port of its own.

Every operation is declared once (`operations.py`): path, parameters, body, answer, problems. Requests are validated by
that declaration, routes are made from it and `GET /openapi.json` is written from it, so that none can differ.
"""
