import { spawn, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORK } from './database.js'

const LUA = new URL('wrk.lua', import.meta.url).pathname
const hasWrk = spawnSync('wrk', ['-v']).error === undefined
export const loader = hasWrk ? 'wrk' : 'autocannon'

/**
 * Sends requests in turn for some seconds over some connections, each the next as soon as it is answered. A request is
 * a path, a body where it is a POST, and a token where it has one of its own.
 */
export async function load({ port, requests, headers = {} }, connections, seconds) {
  const result = await (hasWrk ? wrk : cannon)(port, requests, headers, connections, seconds)
  if (result.errors > 0) throw new Error(`${result.errors} answers on port ${port} were errors`)
  return result
}

let files = 0

async function wrk(port, requests, headers, connections, seconds) {
  const file = join(WORK, `requests-${process.pid}-${(files += 1)}`)
  const lines = requests.map(({ path, body = '', token = '' }) => `${path}\t${body}\t${token}`)
  writeFileSync(file, lines.join('\n'))
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const text = await output('wrk', [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', LUA, ...headerArgs],
    ...[`http://127.0.0.1:${port}`, '--', file],
  ]).finally(() => rmSync(file))
  const line = /^RESULT (.*)$/m.exec(text)
  if (!line) throw new Error(`wrk said:\n${text}`)
  return JSON.parse(line[1])
}

async function cannon(port, requests, headers, connections, seconds) {
  const { default: autocannon } = await import('autocannon')
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    timeout: 30,
    headers: { 'content-type': 'application/json', ...headers },
    requests: requests.map(({ path, body, token }) => ({
      path,
      method: body ? 'POST' : 'GET',
      body,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    })),
  })
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.non2xx + result.errors + result.timeouts,
  }
}

function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (data) => (text += data))
    child.once('error', reject)
    child.once('close', (status) => {
      if (status === 0) resolve(text)
      else reject(new Error(`${command} ended with ${status}`))
    })
  })
}
