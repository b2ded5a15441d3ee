"""Small server-rendered apps in the manner of web frameworks, asked by requests without a browser.

Each module has `HOST`, `App` (a fresh app with its seed), `tour` (what is recorded) and `other` (what mock and app are
asked). The markup, addresses, tokens and messages are as the framework's guides teach them; the data are made up.
"""
