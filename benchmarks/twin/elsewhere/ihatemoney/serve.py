"""Serves I hate money on a loopback port: `serve.py PORT`."""

import sys

from ihatemoney.run import create_app

create_app().run("127.0.0.1", int(sys.argv[1]), threaded=True)
