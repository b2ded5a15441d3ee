"""Harbor CRM: a small real web app of our own, so that anybody can try recording and replaying without another one.

It uses on purpose what makes web apps hard to replay: sessions and CSRF tokens, cache busters, random request ids, a
WebSocket, an event stream, workers, a service worker, shadow DOM, a canvas, frames, compressed and partial answers.

    python -m awe_author.demo --port 8300
"""

from awe_author.demo.app import create_app
from awe_author.demo.server import DemoServer

__all__ = ["DemoServer", "create_app"]
