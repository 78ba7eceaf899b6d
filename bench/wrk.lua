-- A request is a head (method and path) and a tail (headers and body). Both are picked at random, or the heads in turn.
-- They come from a file, so that wrk only has to send and every server gets the same requests.
local heads, tails = {}, {}
local inTurn = false
local turn = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local text = file:read("*a")
  file:close()
  local cut = text:find("\29", 1, true)
  for head in text:sub(1, cut - 1):gmatch("[^\30]+") do heads[#heads + 1] = head end
  for tail in text:sub(cut + 1):gmatch("[^\30]+") do tails[#tails + 1] = tail end
  inTurn = args[2] == "turn"
  math.randomseed(tonumber(args[3]))
end

function request()
  local head
  if inTurn then
    turn = turn % #heads + 1
    head = heads[turn]
  else
    head = heads[math.random(#heads)]
  end
  return head .. tails[math.random(#tails)]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"microseconds":%d,"p99":%d,"status":%d,"socket":%d}\n',
    summary.requests, summary.duration, latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
