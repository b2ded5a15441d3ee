"""What documents show: rows, forms and texts, and the selectors of them. Nothing is decided here."""
