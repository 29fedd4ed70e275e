import { addressOf } from '../../src/graphql/server/playground/assets.js'

/** Requests that need about the same work. */
export interface Sort {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  /** The same for each request, or made from its number. */
  readonly body?: string | ((number: number) => string) | undefined
}

/** The largest body without a well-formed token or key, and with one, in bytes. */
const ANONYMOUS_BYTES = 16_384
const LARGEST_BYTES = 2_000_000

const ENCODINGS = ['br', 'gzip', 'identity'] as const
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const pad = (bytes: number, start: string, end: string, filler: string) =>
  start + filler.repeat(Math.floor((bytes - start.length - end.length) / filler.length)) + end

const jsonOf = (bytes: number) => pad(bytes, '{"query":"{ __typename }","a":[', '0]}', '0,')
const formOf = (bytes: number) => pad(bytes, 'b=1', '', '&a[0][b]=1')
const multipartOf = (bytes: number) =>
  pad(bytes, '', '--b--\r\n', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n')

const bodies: Readonly<Record<string, string>> = {
  [JSON_TYPE]: jsonOf(ANONYMOUS_BYTES),
  [FORM_TYPE]: formOf(ANONYMOUS_BYTES),
  'multipart/form-data; boundary=b': multipartOf(ANONYMOUS_BYTES),
  'text/plain': pad(ANONYMOUS_BYTES, '', '', 'x'),
}

const forged = (prefix: string) => prefix + 'x'.repeat(54)
/** Credentials that are invalid, but have the right format, so that a large body is read. */
const FORGED: Readonly<Record<string, Record<string, string>>> = {
  'a forged token': { authorization: `Bearer ${forged('fis_access_')}` },
  'a forged key': { 'x-api-key': forged('fis_key_'), 'x-api-token': forged('fis_access_') },
}

type Route = readonly [method: string, path: string]

const QUERY = encodeURIComponent('{ __typename }')
const PAGES: readonly Route[] = [
  '/',
  '/graphql',
  `/graphql?query=${QUERY}`,
  '/favicon.ico',
  '/nothing',
  '/documents/x',
  '/docs',
  '/docs/schema.graphql',
  '/docs/search.json',
  '/docs/operating.md',
  '/docs/first-hour/playground.png',
  ...['main.js', 'main.css', 'json.worker.js'].map(addressOf),
].map((path) => ['GET', path])
const OTHERS: readonly Route[] = [
  ['POST', '/graphql'],
  ['POST', '/nothing'],
  ['POST', '/api/nothing'],
]

/** Each path of the OpenAPI documents, GraphQL, the pages, and paths that do not exist. */
async function findRoutes(address: string): Promise<Route[]> {
  const routes = [...PAGES, ...OTHERS]
  for (const base of ['/api', '/v1']) {
    for (const file of [
      'openapi.json',
      'docs',
      'docs/show.js',
      'docs/swagger-ui.css',
      'docs/swagger-ui-bundle.js',
    ])
      routes.push(['GET', `${base}/${file}`])
    const document = (await (await fetch(`${address}${base}/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    for (const [path, methods] of Object.entries(document.paths))
      for (const method of Object.keys(methods))
        if (['get', 'post', 'put', 'patch', 'delete'].includes(method))
          routes.push([method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')])
  }
  return routes
}

function sortsOfRoute([method, path]: Route): Sort[] {
  const sort = (name: string, headers: Record<string, string>, more: Partial<Sort> = {}) => ({
    name: `${method} ${path} ${name}`,
    method,
    path,
    headers,
    ...more,
  })
  if (method === 'GET') {
    // The playground signs in a browser of this machine, but not through a proxy.
    const page = { accept: 'text/html,*/*', 'accept-encoding': 'br', via: 'a proxy' }
    const encodings = ENCODINGS.map((encoding) => sort(encoding, { 'accept-encoding': encoding }))
    return isOfApi(path)
      ? encodings.slice(0, 1)
      : [
          ...encodings,
          sort('as a page', page),
          { name: `HEAD ${path}`, method: 'HEAD', path, headers: {} },
          { name: `OPTIONS ${path}`, method: 'OPTIONS', path, headers: {} },
        ]
  }
  return Object.entries(bodies).map(([type, body]) =>
    sort(type, { 'content-type': type, 'accept-encoding': 'br' }, { body }),
  )
}

/** Whether it is the path of an operation: its response without valid credentials is a short error. */
const isOfApi = (path: string) => /^\/(api|v1)\/(?!openapi|docs)/.test(path)

const largeSorts = ['/graphql', '/oauth/token', '/api/job', '/v1/sites'].flatMap((path) =>
  Object.entries(FORGED).flatMap(([who, headers]) =>
    [
      [JSON_TYPE, jsonOf(LARGEST_BYTES)] as const,
      [FORM_TYPE, formOf(LARGEST_BYTES)] as const,
      ['multipart/form-data; boundary=b', multipartOf(LARGEST_BYTES)] as const,
    ].map(([type, body]): Sort => ({
      name: `POST ${path} with ${who}, 2 MB of ${type}`,
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': type },
      body,
    })),
  ),
)

/**
 * Requests without valid credentials, except preflight requests of browsers, which are charged to none: of each route, content type and content coding, with the
 * largest bodies.
 */
export async function unpaidSorts(address: string): Promise<Sort[]> {
  return [...(await findRoutes(address)).flatMap(sortsOfRoute), ...largeSorts]
}

const sites = (name: string, search: string) =>
  `query ${name} { sites(first: 20, filter: { search: "${search}" }) { totalCount nodes { name zones(first: 5, filter: { search: "${search}" }) { nodes { name assets(first: 5) { nodes { code type { name } } } } } } } }`

/** Requests of a user: texts that are new each time, a repeated text, a mutation and lists. */
export function paidSorts(graphql: string, setA: string, setB: Record<string, string>): Sort[] {
  const authorization = `Bearer ${graphql}`
  const post = (name: string, text: (number: number) => string): Sort => ({
    name,
    method: 'POST',
    path: '/graphql',
    headers: { authorization, 'content-type': JSON_TYPE },
    body: (number) => JSON.stringify({ query: text(number) }),
  })
  const get = (name: string, path: string, headers: Record<string, string>): Sort => ({
    name,
    method: 'GET',
    path,
    headers: { ...headers, 'accept-encoding': 'gzip' },
  })
  return [
    post('other literals each time', (number) => sites('Literals', `x${number}`)),
    post('another name each time', (number) => sites(`Name${number}`, 'a')),
    post('a long document, another one each time', (number) => {
      const codes = Array.from({ length: 900 }, (_, index) => `"code ${number} ${index}"`)
      return `{ assets(filter: { codes: [${codes.join(', ')}] }) { totalCount } }`
    }),
    post('the same text', () => sites('Same', 'a')),
    post(
      'a mutation',
      (number) =>
        `mutation Create { createClient(input: { legalName: "Client ${number}" }) { client { id legalName } } }`,
    ),
    get('a list of Set A', '/api/assets', { authorization: `Bearer ${setA}` }),
    get('a list of Set B', '/v1/assets?pageIndex=0&pageSize=100', setB),
  ]
}
