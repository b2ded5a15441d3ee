"""Apps and APIs that `discover` was not developed with: harnesses to measure it by (README.md)."""
