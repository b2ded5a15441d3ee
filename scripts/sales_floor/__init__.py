"""The seed of the sales floor: everybody and everything in it is made up.

`python -m scripts.sales_floor` writes `state_models/*/seed.json` and `tasks/sdr/timers.json`. The same input gives the
same bytes; a test compares them with what is committed.
"""
