import { SpanStatusCode } from '@opentelemetry/api'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newCompany, type TestCompany } from '../support/builders.js'
import { version } from '../../src/version.js'
import { testDatabase } from '../support/database.js'
import { tokenOf } from '../support/graphql.js'
import { startLoggedService } from '../support/logged-service.js'
import { bearerOf } from '../set-a/rest.js'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly status: { readonly code?: number }
  readonly attributes: readonly {
    readonly key: string
    readonly value: Readonly<Record<string, unknown>>
  }[]
}
interface Export {
  readonly resourceSpans: readonly {
    resource: Pick<Span, 'attributes'>
    scopeSpans: readonly { spans: readonly Span[] }[]
  }[]
}

const received: { path: string | undefined; spans: Span[]; resource: Pick<Span, 'attributes'> }[] =
  []
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    const { resourceSpans } = body as Export
    const spans = resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    )
    received.push({ path: request.url, spans, resource: resourceSpans[0]!.resource })
    response.setHeader('content-type', 'application/json').end('{}')
  })
})

let company: TestCompany
let endpoint: string
beforeAll(async () => {
  company = await newCompany(testDatabase())
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => {
  collector.close()
})

const valueOf = ({ attributes }: Pick<Span, 'attributes'>, name: string) => {
  const found = attributes.find(({ key }) => key === name)
  return found && Object.values(found.value)[0]
}

/** Sets variables that the SDK reads itself, until the end of the test. */
function setVariables(env: Record<string, string>): void {
  Object.assign(process.env, env)
  onTestFinished(() => {
    for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name)
  })
}

it('a request is a span, with its statements below it, in the trace of the client', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const service = await startLoggedService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const headers = {
    authorization: `Bearer ${await tokenOf(company.admin)}`,
    'content-type': 'application/json',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  }
  const query = 'query Sites { sites { totalCount nodes { name } } }'
  const ask = () =>
    fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    })
  const lines = []
  for (let time = 0; time < 3; time += 1) {
    const response = await ask()
    await response.text()
    lines.push(await service.lineOf(response))
  }
  const rest = await fetch(`${service.address}/api/sites`, {
    headers: await bearerOf(company.admin),
  })
  await rest.text()
  const restLine = await service.lineOf(rest)
  const malformed = await fetch(`${service.address}/api/%zz`)
  await malformed.text()
  const malformedLine = await service.lineOf(malformed)
  await service.app.close()

  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  const spans = received.flatMap((each) => each.spans)
  const ofClient = spans.filter((span) => span.traceId === traceId)
  const requests = ofClient.filter(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')
  expect(requests.map(({ name }) => name)).toEqual(Array(3).fill('query Sites'))
  for (const [index, request] of requests.entries()) {
    expect(lines[index]).toMatchObject({ traceId })
    const statements = ofClient.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    expect(statements.length).toBe(lines[index]!['statements'])
    expect(Number(valueOf(request, 'http.response.status_code'))).toBe(200)
    expect(Number(valueOf(request, 'fis.company'))).toBe(company.admin.viewer.companyId)
    for (const statement of statements) {
      expect(valueOf(statement, 'db.query.text')).toMatch(/^\s*(select|with)/i)
      expect(valueOf(statement, 'fis.fingerprint')).toMatch(/^[\da-f]{16}$/)
    }
  }
  const ofRest = spans.filter((span) => span.traceId === restLine['traceId'])
  expect(ofRest.filter((span) => !span.parentSpanId).map(({ name }) => name)).toEqual([
    'query ListSites',
  ])
  expect(ofRest.length).toBe(1 + Number(restLine['statements']))
  expect(malformedLine['traceId']).toBeDefined()
  expect(spans.filter((span) => span.traceId === malformedLine['traceId'])).toHaveLength(1)
  expect(JSON.stringify(spans)).not.toContain(headers.authorization.slice('Bearer '.length))
})

it('a request whose client leaves is a span without a status', async () => {
  const service = await startLoggedService({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
  const id = randomUUID()
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
  const headers = ['host: localhost', 'content-type: application/json', `x-request-id: ${id}`]
  socket.write(`POST /graphql HTTP/1.1\r\n${headers.join('\r\n')}\r\ncontent-length: 100\r\n\r\n{`)
  await expect
    .poll(
      () =>
        new Promise((resolve) =>
          service.app.server.getConnections((_, count) => {
            resolve(count)
          }),
        ),
    )
    .toBe(1)
  socket.destroy()
  const { traceId } = await service.lineOf({ headers: new Headers({ 'x-request-id': id }) })
  await service.app.close()
  const spans = received.flatMap((each) => each.spans).filter((span) => span.traceId === traceId)
  expect(spans).toMatchObject([{ name: 'POST' }])
  const [span] = spans as [Span]
  expect(valueOf(span, 'fis.left')).toBe(true)
  expect(valueOf(span, 'http.response.status_code')).toBeUndefined()
  expect(span.status.code ?? SpanStatusCode.UNSET).toBe(SpanStatusCode.UNSET)
})

describe('variables of OpenTelemetry', () => {
  /** What the collector receives from a service that has answered one request. */
  const exportOf = async (env: Record<string, string>) => {
    setVariables(env)
    received.length = 0
    const service = await startLoggedService(env)
    await (await fetch(`${service.address}/health`)).text()
    await service.app.close()
    expect(received.length).toBe(1)
    return received[0]!
  }

  it.each([
    ['as it is', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '/own/path' }, '/own/path'],
    ['without a path', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '' }, '/'],
    [
      'rather than the general one',
      { OTEL_EXPORTER_OTLP_ENDPOINT: '/base', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '/own' },
      '/own',
    ],
    [
      'with v1/traces, if it is for all',
      { OTEL_EXPORTER_OTLP_ENDPOINT: '/base/' },
      '/base/v1/traces',
    ],
  ])('the endpoint is used %s', async (_, paths, path) => {
    const env = Object.entries(paths).map(([name, end]) => [name, `${endpoint}${end}`])
    expect(await exportOf(Object.fromEntries(env) as Record<string, string>)).toMatchObject({
      path,
    })
  })

  it('attributes of the resource are sent, with the name of the service', async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.instance.id=a%2Cb',
    }
    const { resource } = await exportOf(env)
    expect(valueOf(resource, 'deployment.environment.name')).toBe('test')
    expect(valueOf(resource, 'service.instance.id')).toBe('a,b')
    expect(valueOf(resource, 'service.name')).toBe('field-inspection-service')
    expect(valueOf(resource, 'service.version')).toBe(version.version)
    expect(valueOf(resource, 'vcs.ref.head.revision')).toBe(version.commit)
  })

  it.each([
    ['OTEL_RESOURCE_ATTRIBUTES', { OTEL_RESOURCE_ATTRIBUTES: 'service.name=one' }, 'one'],
    [
      'OTEL_SERVICE_NAME, which comes first',
      { OTEL_RESOURCE_ATTRIBUTES: 'service.name=one', OTEL_SERVICE_NAME: 'two' },
      'two',
    ],
  ])('the name of the service is that of %s', async (_, env, name) => {
    const { resource } = await exportOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env })
    expect(valueOf(resource, 'service.name')).toBe(name)
  })
})

it('requests succeed if the collector is unavailable, and the log says so', async () => {
  setVariables({ OTEL_BSP_SCHEDULE_DELAY: '20' })
  const service = await startLoggedService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect((await fetch(`${service.address}/health`)).status).toBe(200)
  const messages = () => service.lines.map(({ msg }) => msg)
  await expect.poll(messages).toContain('Traces could not be sent')
  expect((await fetch(`${service.address}/health`)).status).toBe(200)
})
