"""Receives events of a webhook, verifies them as Standard Webhooks defines it, and prints one line for each.

    WEBHOOK_SECRET=whsec_… PORT=8080 python3 receiver.py

It needs Python 3.9 and no package.
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = [
    base64.b64decode(text.removeprefix("whsec_"))
    for text in os.environ.get("WEBHOOK_SECRET", "").split()
]

# An older event may be a copy that someone else sends again.
TOLERANCE_SECONDS = 300

MAX_BYTES = 100_000

# Each attempt for an event has the same id. Keep the ids in a database for a week.
known = set()


def is_genuine(headers, body):
    """Whether one of the signatures was made with one of the secrets, a short time ago."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not timestamp.isdigit():
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    given = [each[3:] for each in headers.get("webhook-signature", "").split() if each.startswith("v1,")]
    for secret in SECRETS:
        expected = base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected, each) for each in given):
            return True
    return False


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(length) if 0 < length <= MAX_BYTES else b""
        if not is_genuine(self.headers, body):
            self.respond(400)
            return
        message_id = self.headers["webhook-id"]
        if message_id not in known:
            known.add(message_id)
            event = json.loads(body)
            record = event["record"]
            print(event["type"], record["type"], record["id"], event["cursor"], flush=True)
        # Accept the event first, and work later: after 15 seconds without a response, it is sent again.
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    if not SECRETS:
        raise SystemExit("Set WEBHOOK_SECRET to the secret of the webhook.")
    server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver)
    print("listening", server.server_port, flush=True)
    server.serve_forever()
