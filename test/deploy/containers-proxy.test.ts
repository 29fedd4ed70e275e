import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
})
