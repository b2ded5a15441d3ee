"""Finds and reads the content folders (models, seeds, reducers, worlds) and hands plain documents to the pure parts."""
