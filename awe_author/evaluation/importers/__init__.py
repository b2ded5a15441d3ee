"""Tasks and results of other benchmarks, read into ours: one module for each format.

Every importer says what it could not carry over; what it makes decides like the original's own rules, or says why not.
"""
