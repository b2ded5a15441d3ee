"""Servers of our own in the manner of the APIs of enterprise products: `python -m benchmarks.twin.elsewhere.apis`.

These products cannot be reached from here. Each module has a server with made-up data that answers as the product's public
documentation says, a `tour` that is recorded and `other` questions that are asked of it and of its mock. `measuring`
drafts a mock from the recording, unedited, and compares.
"""
