#!/usr/bin/env python3
"""Lists overdue assets, or renames a site, with the standard library of Python 3.9 or later.

    FIELD_INSPECTION_API_KEY=… python3 field_inspection.py overdue
    FIELD_INSPECTION_API_KEY=… python3 field_inspection.py rename-site ID NAME
"""

import email.utils
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("FIELD_INSPECTION_URL", "http://127.0.0.1:4000/graphql")
ATTEMPTS = 8
# The longest `Retry-After`, in seconds, after which a request is repeated.
MAX_RETRY_AFTER = 120
# Statuses of the service or a proxy after which another attempt may succeed.
TEMPORARY = {408, 429, 502, 503, 504}

OVERDUE = """
query Overdue($after: String) {
  assets(first: 100, after: $after, filter: { overdue: true }) {
    nodes { code nextInspectionDueAt site { name } }
    pageInfo { hasNextPage endCursor }
  }
}"""
RENAME_SITE = """
mutation RenameSite($input: UpdateSiteInput!) {
  updateSite(input: $input) { site { name } userErrors { field message } }
}"""


def request(query, variables, idempotency_key=None):
    """Sends a document, and returns its data. A mutation needs a key, so that it is executed once if it is repeated."""
    headers = {
        "authorization": f"Bearer {os.environ['FIELD_INSPECTION_API_KEY']}",
        "content-type": "application/json",
    }
    if idempotency_key:
        headers["idempotency-key"] = idempotency_key
    body = json.dumps({"query": query, "variables": variables}).encode()
    for attempt in range(1, ATTEMPTS + 1):
        wait = min(2**attempt / 4, 10)
        try:
            with urllib.request.urlopen(
                urllib.request.Request(URL, body, headers), timeout=30
            ) as response:
                return data_of(response.read())
        except urllib.error.HTTPError as error:
            retry_after = seconds_of(error.headers.get("retry-after"))
            is_temporary = error.code in TEMPORARY and retry_after <= MAX_RETRY_AFTER
            if not is_temporary or attempt == ATTEMPTS:
                return data_of(error.read())
            wait += retry_after
        except (OSError, http.client.HTTPException) as error:
            if attempt == ATTEMPTS:
                sys.exit(f"No response from {URL}: {error}")
        time.sleep(wait)


def seconds_of(retry_after):
    """The header `Retry-After` has seconds or a date."""
    if retry_after is None:
        return 0
    if retry_after.isdecimal():
        return int(retry_after)
    try:
        return max(0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0


def data_of(body):
    """The data of a response. Errors of the input of a mutation, `userErrors`, are part of it."""
    try:
        answer = json.loads(body)
    except ValueError:
        sys.exit("The response is not JSON.")
    if answer.get("errors"):
        sys.exit(answer["errors"][0]["message"])
    return answer["data"]


def overdue_assets():
    """Reads page after page."""
    after = None
    while True:
        page = request(OVERDUE, {"after": after})["assets"]
        yield from page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            return
        after = page["pageInfo"]["endCursor"]


def rename_site(site_id, name):
    """Returns the new name."""
    variables = {"input": {"id": site_id, "name": name}}
    payload = request(RENAME_SITE, variables, str(uuid.uuid4()))["updateSite"]
    if payload["userErrors"]:
        sys.exit("\n".join(error["message"] for error in payload["userErrors"]))
    return payload["site"]["name"]


if __name__ == "__main__":
    if "FIELD_INSPECTION_API_KEY" not in os.environ:
        sys.exit("Set FIELD_INSPECTION_API_KEY: see Keys in the dashboard.")
    if sys.argv[1:] == ["overdue"]:
        for asset in overdue_assets():
            print(asset["code"], asset["nextInspectionDueAt"], asset["site"]["name"], sep="\t")
    elif sys.argv[1:2] == ["rename-site"] and len(sys.argv) == 4:
        print(rename_site(*sys.argv[2:]))
    else:
        sys.exit(__doc__)
