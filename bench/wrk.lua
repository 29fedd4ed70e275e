-- Sends the requests of a file in turn: a line each, the path and, after tabs, the body and a bearer token of its own.
local requests, turn, failed = {}, 0, 0

function init(args)
  for line in io.lines(args[1]) do
    local path, body, token = line:match('^([^\t]*)\t([^\t]*)\t(.*)$')
    wrk.headers['content-type'] = body ~= '' and 'application/json' or nil
    if token ~= '' then wrk.headers['authorization'] = 'Bearer ' .. token end
    table.insert(requests, wrk.format(body == '' and 'GET' or 'POST', path, nil, body ~= '' and body or nil))
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"errors":%d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
