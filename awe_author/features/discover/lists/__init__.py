"""How lists work: their order, search, filters and pages, and what stands beside them."""
