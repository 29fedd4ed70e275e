#!/bin/sh
# Prints the pages of overdue assets, or renames a site, with curl 7.76 or later:
#
#     FIELD_INSPECTION_API_KEY=… sh field-inspection.sh overdue
#     FIELD_INSPECTION_API_KEY=… sh field-inspection.sh rename-site ID NAME
set -eu
url=${FIELD_INSPECTION_URL:-http://127.0.0.1:4000/graphql}

response=$(mktemp)
trap 'rm -f "$response"' EXIT

# Sends a JSON body and prints the response. curl repeats a request that gets 429 or 503, after the time in `Retry-After`. The key
# is in a header file, because other users of the machine see the arguments of a process. The response goes to a file, which curl
# empties before another attempt: a pipe would also have the responses of the attempts that failed.
request() {
  status=0
  : >"$response"
  printf 'authorization: Bearer %s\n' "$FIELD_INSPECTION_API_KEY" |
    curl --silent --show-error --fail-with-body --retry 7 --retry-connrefused --max-time 30 --output "$response" \
      -H @- -H 'content-type: application/json' "$@" "$url" || status=$?
  cat "$response"
  return "$status"
}

# Each page is a line. The cursor of a page is the argument of the next one.
overdue() {
  after=null
  while [ -n "$after" ]; do
    query='query ($after: String) { assets(first: 100, after: $after, filter: { overdue: true }) { nodes { code site { name } } pageInfo { hasNextPage endCursor } } }'
    page=$(request --data-binary "{\"query\": \"$query\", \"variables\": {\"after\": $after}}") || { echo "$page" >&2; exit 1; }
    echo "$page"
    after=$(echo "$page" | sed -n 's/.*"hasNextPage":true,"endCursor":\("[^"]*"\).*/\1/p')
  done
}

# All attempts send the same idempotency key, so that the mutation is executed once.
rename_site() {
  case $1$2 in *[\"\\]*) echo 'Quotes and backslashes must be escaped for JSON.' >&2 && exit 2 ;; esac
  query='mutation ($input: UpdateSiteInput!) { updateSite(input: $input) { site { name } userErrors { field message } } }'
  request -H "idempotency-key: $(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)" \
    --data-binary "{\"query\": \"$query\", \"variables\": {\"input\": {\"id\": \"$1\", \"name\": \"$2\"}}}"
}

case ${1:-} in
overdue) overdue ;;
rename-site) rename_site "$2" "$3" ;;
*) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
