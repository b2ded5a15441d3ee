"""Quiet pages: documents in which nothing can change by itself, and that show already what a plan says.

`reading` reads a document as every browser does, or not at all; `selecting` looks for elements in it; `standing` says
whether it shows a plan. Whoever is unsure says no: then the runtime looks for itself, in the browser.
"""
