import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { shownPath } from '../../src/log/shown-path.js'
import { freePort } from '../support/cluster.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { instancesOf, PASSWORD, readCompose } from './compose.js'
import { type Proxy, startProxy } from './containers.js'

/** CI sets `NGINX_PATH`, so that a missing nginx is an error there. */
const nginx = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx'
const isSkipped = !process.env['NGINX_PATH'] && !existsSync(nginx)

describe.skipIf(isSkipped)('nginx without an instance', () => {
  let remove: () => Promise<void>
  let proxy: Proxy | undefined

  beforeAll(async () => {
    const made = await makeTemporaryFolder()
    remove = made.remove
    await chmod(made.folder, 0o755)
    const services = instancesOf(readCompose({ POSTGRES_PASSWORD: PASSWORD }))
    const absent = services.map(async ([name]) => ({ name, port: await freePort() }))
    proxy = await startProxy(nginx, await Promise.all(absent), made.folder)
  })
  afterAll(async () => {
    proxy?.child.kill('SIGTERM')
    await proxy?.exited
    await remove()
  })

  /** Sends a first line and headers as they are, which a client library would not do. */
  async function send(line: string, ...headers: string[]) {
    const socket = connect(proxy?.port ?? 0, '127.0.0.1')
    await once(socket, 'connect')
    socket.write([line, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'))
    let response = ''
    const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(response)?.[1]
    const body = () => response.split('\r\n\r\n')[1]
    // nginx keeps the connection open until it has the body of the request.
    for await (const chunk of socket) {
      response += String(chunk)
      if (body()?.length === Number(header('Content-Length'))) break
    }
    expect(header('Content-Type')).toBe('application/json')
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
    return { status, id: header('X-Request-Id'), body: JSON.parse(body() ?? '') as object }
  }

  /** What nginx has logged about the requests with this id. */
  async function loggedAbout(id = ''): Promise<object[]> {
    const lines = async () =>
      ((await proxy?.refused()) ?? '').split('\n').filter((line) => line.includes(`"${id}"`))
    await expect.poll(lines).not.toEqual([])
    return (await lines()).map((line) => JSON.parse(line) as object)
  }

  const HEADERS = [
    ['Content-Length: 99999999', 400],
    ['Content-Length: 0', 503],
    ['Content-Length: none', 400],
  ] as const
  const IDS = [
    ['the id of the client', (status: string) => `web-7f3a.:~+/=_${status}`, /^web-7f3a/],
    ['an id of its own', () => '', /^[0-9a-f]{32}$/],
    ['an id of its own for one with a quote', () => 'a"b', /^[0-9a-f]{32}$/],
    ['an id of its own for a long one', () => 'a'.repeat(129), /^[0-9a-f]{32}$/],
  ] as const

  it.each(HEADERS.flatMap((header) => IDS.map((id) => [...header, ...id] as const)))(
    'responds to %s with %i and %s, and logs it',
    async (header, status, _, given, pattern) => {
      const own = `X-Request-Id: ${given(header.slice(16))}`
      const { id, ...response } = await send('POST /v1/jobs?token=secret HTTP/1.1', own, header)
      expect(id).toMatch(pattern)
      expect(response).toMatchObject({ status, body: { status, requestId: id } })
      const time = expect.toSatisfy((value: number) => Math.abs(Date.now() - value) < 60_000)
      expect(await loggedAbout(id)).toEqual([
        {
          level: 30,
          time: time as number,
          reqId: id,
          method: 'POST',
          path: '/v1/jobs',
          status,
          address: '127.0.0.1',
          ms: expect.any(Number) as number,
          bytes: JSON.stringify(response.body).length,
          msg: 'refused by nginx',
        },
      ])
    },
  )

  const LONG = 'a'.repeat(40_000)
  const graphql = { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }
  const rest = { status: 400, code: 'BAD_REQUEST', requestId: expect.any(String) as string }
  const other = { message: expect.any(String) as string }
  it.each([
    ['a long URL', '/graphql', `GET /graphql?${LONG} HTTP/1.1`, '', graphql],
    ['a long URL', '/v1/sites', `GET /v1/sites?${LONG} HTTP/1.1`, '', rest],
    ['large headers', '/graphql', 'POST /graphql?a HTTP/1.1', `Cookie: ${LONG}`, graphql],
    ['large headers', '/v1/sites', 'GET /v1/sites HTTP/1.1', `Cookie: ${LONG}`, rest],
    ['large headers', '/api/site', 'GET /api/site HTTP/1.1', `Cookie: ${LONG}`, other],
    ['two hosts', '/graphql', 'GET /graphql HTTP/1.1', 'Host: y', graphql],
    ['a path outside', '/v1/../..', 'GET /v1/../.. HTTP/1.1', '', rest],
    ['an unknown coding', '/v1/jobs', 'POST /v1/jobs HTTP/1.1', 'Transfer-Encoding: x', rest],
    ['the method TRACE', '/v1/jobs', 'TRACE /v1/jobs HTTP/1.1', '', rest],
    ['a future version', '/v1/jobs', 'GET /v1/jobs HTTP/3.0', '', rest],
    ['an unreadable first line', '', 'what?', '', other],
    ['its own path', '/.malformed', 'GET /.malformed HTTP/1.1', '', other],
  ])(
    'responds to %s with 400 and JSON, and logs the path "%s"',
    async (_, path, line, more, body) => {
      const { id, ...response } = await send(line, more || 'Accept: */*')
      expect(response).toMatchObject({ status: 400, body })
      expect(await loggedAbout(id)).toMatchObject([{ path, status: 400 }])
    },
  )

  it.each([
    `/calendar/fis_calendar_${'aB3_-'.repeat(8)}.ics`,
    `/unsubscribe/1/2/digest/${'aB3_-'.repeat(8)}aaa`,
    '/v1/fis_notes',
  ])('logs the path %s as the service does', async (path) => {
    const { id } = await send(`GET ${path}?a=b HTTP/1.1`)
    expect(await loggedAbout(id)).toMatchObject([{ path: shownPath(path), status: 503 }])
  })
})

describe.skipIf(isSkipped)('nginx with two instances', () => {
  /** Starts nginx before two servers that break off each request, or answer it. */
  async function start() {
    const made = await makeTemporaryFolder()
    onTestFinished(made.remove)
    await chmod(made.folder, 0o755)
    const received: string[] = []
    const state = { breaksOff: false }
    const servers = instancesOf(readCompose({ POSTGRES_PASSWORD: PASSWORD })).map(([name]) => {
      const server = createServer((request, response) => {
        void text(request).then((body) => {
          if (request.url !== '/ready') received.push(`${request.method ?? ''} ${body}`)
          if (state.breaksOff) request.socket.destroy()
          else response.end('done')
        })
      })
      return { name, server }
    })
    for (const { server } of servers) {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => void server.close())
    }
    const instances = servers.map(({ name, server }) => {
      return { name, port: (server.address() as AddressInfo).port }
    })
    const { child, exited, port } = await startProxy(nginx, instances, made.folder)
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await exited
    })
    const send = async (method: string, body: string) => {
      const init = { method, ...(method !== 'GET' && { body }) }
      return (await fetch(`http://127.0.0.1:${port}/v1/sites`, init)).status
    }
    return { received, state, servers, send }
  }

  it.each([
    ['PUT', ['PUT x']],
    ['PATCH', ['PATCH x']],
    ['POST', ['POST x']],
    ['GET', ['GET ', 'GET ']],
  ])('sends %s to the second only if it changes nothing', async (method, expected) => {
    const { received, state, send } = await start()
    state.breaksOff = true
    expect(await send(method, 'x')).toBe(503)
    expect(received).toEqual(expected)
  })

  it('sends each request to the second if the first refuses connections', async () => {
    const { received, servers, send } = await start()
    servers[0]?.server.closeAllConnections()
    servers[0]?.server.close()
    for (let count = 0; count < 3; count += 1) {
      for (const method of ['PUT', 'POST']) expect(await send(method, 'x')).toBe(200)
      // Until nginx tries the first one again.
      await delay(3000)
    }
    expect(received).toEqual(['PUT x', 'POST x', 'PUT x', 'POST x', 'PUT x', 'POST x'])
  })
})
