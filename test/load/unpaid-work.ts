import { Agent } from 'node:http'
import { rawRequest } from '../support/raw-request.js'
import { openServices } from './service-process.js'

/** The processor time that requests of one sort took, and what they were charged, in milliseconds. */
export interface UnpaidFigures {
  readonly sort: string
  readonly usedMs: number
  readonly chargedMs: number
}

/** The largest body without credentials. */
const MAX_BYTES = 16_384
const CONCURRENT = 8

const pad = (start: string, end: string, filler: string) =>
  start + filler.repeat(Math.floor((MAX_BYTES - start.length - end.length) / filler.length)) + end

const bodies: Readonly<Record<string, string>> = {
  'application/json': pad('{"query":"{ __typename }","a":[', '0]}', '0,'),
  'application/x-www-form-urlencoded': pad('b=1', '', '&a[0][b]=1'),
  'multipart/form-data; boundary=b': pad(
    '',
    '--b--\r\n',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n',
  ),
  'text/plain': pad('', '', 'x'),
}

interface Sort {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string | undefined
}

/** Each path of the OpenAPI documents, GraphQL, the pages, and paths that do not exist. */
async function findPaths(address: string): Promise<[method: string, path: string][]> {
  const paths: [string, string][] = ['/', '/README.md', '/graphql', '/favicon.ico', '/nothing'].map(
    (path) => ['GET', path],
  )
  paths.push(
    ['POST', '/graphql'],
    ['POST', '/nothing'],
    ['GET', '/documents/x'],
    ['POST', '/api/nothing'],
  )
  for (const base of ['/api', '/v1']) {
    for (const file of [
      'openapi.json',
      'docs',
      'docs/show.js',
      'docs/swagger-ui.css',
      'docs/swagger-ui-bundle.js',
    ])
      paths.push(['GET', `${base}/${file}`])
    const document = (await (await fetch(`${address}${base}/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods))
        if (['get', 'post', 'put', 'patch', 'delete'].includes(method))
          paths.push([method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')])
  }
  return paths
}

function sortsOf([method, path]: [string, string]): Sort[] {
  if (method === 'GET') {
    return ['br', 'gzip', 'identity'].map((encoding) => ({
      name: `GET ${path} ${encoding}`,
      method,
      path,
      headers: { 'accept-encoding': encoding },
    }))
  }
  return Object.entries(bodies).map(([type, body]) => ({
    name: `${method} ${path} ${type}`,
    method,
    path,
    body,
    headers: { 'content-type': type },
  }))
}

/** Sends each sort of request without credentials, and compares the time that the process used with what it charged. */
export async function run({
  requests = 40,
  env = {},
}: { requests?: number; env?: Record<string, string> } = {}) {
  const services = await openServices()
  const token = 'metrics-of-unpaid-work'
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  try {
    const { address } = await services.start({
      PROCESSOR_BUDGET_MS: '0',
      METRICS_TOKEN: token,
      LOG_LEVEL: 'info',
      ...env,
    })
    const read = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const text = await (await fetch(`${address}/metrics`, { headers })).text()
      const sum = (name: string) =>
        [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'gm'))].reduce(
          (total, [, value]) => total + Number(value),
          0,
        ) * 1000
      return {
        usedMs: sum('fis_process_cpu_seconds_total'),
        chargedMs: sum('fis_charged_seconds_total'),
      }
    }
    // A refused body may break the connection.
    const send = ({ path, ...sort }: Sort) =>
      rawRequest(`${address}${path}`, { ...sort, agent }).catch(() => undefined)
    const sendAll = async (sort: Sort, count: number) => {
      let sent = 0
      const loop = async () => {
        while (sent++ < count) await send(sort)
      }
      await Promise.all(Array.from({ length: CONCURRENT }, loop))
    }
    const sorts = (await findPaths(address)).flatMap(sortsOf)
    // Compiles the code, and compresses the static texts.
    for (const sort of sorts) await sendAll(sort, 50)
    const figures: UnpaidFigures[] = []
    for (const sort of sorts) {
      const before = await read()
      await sendAll(sort, requests)
      const after = await read()
      figures.push({
        sort: sort.name,
        usedMs: after.usedMs - before.usedMs,
        chargedMs: after.chargedMs - before.chargedMs,
      })
    }
    return figures
  } finally {
    agent.destroy()
    await services.close()
  }
}
