"""Finds, starts and drives a browser: launch flags, the step language, settling, page facts. Knows nothing of WARC."""
