"""Words and values that all of discovery uses: names, keys, comparisons, schemas."""
