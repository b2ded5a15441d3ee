"""Features of an app's API: which requests they are for, and what answers show of the state."""
