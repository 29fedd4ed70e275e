-- Sends the requests of a file in turn. Each line has a path, a body and headers, with tabs between them.
local requests, turn = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local path, body, rest = line:match('^([^\t]*)\t([^\t]*)(.*)$')
    local headers = {}
    for name, value in rest:gmatch('\t([^:\t]+): ([^\t]*)') do headers[name] = value end
    if body ~= '' then headers['content-type'] = 'application/json' end
    table.insert(requests, wrk.format(body == '' and 'GET' or 'POST', path, headers, body ~= '' and body or nil))
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
