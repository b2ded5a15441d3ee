"""Which entities there are, what calls do to them, and what each was like at the start."""
