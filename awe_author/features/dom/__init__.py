"""DOM surfaces: what recorded pages show of a state (`planning`), and what happens on them (`acting`). Pure."""
