"""Serves a tracker at the root of a loopback port: `server.py TRACKER PORT`."""

import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

from roundup.cgi.wsgi_handler import RequestDispatcher


class Threads(ThreadingMixIn, WSGIServer):
    daemon_threads = True


make_server("127.0.0.1", int(sys.argv[2]), RequestDispatcher(sys.argv[1]), Threads).serve_forever()
