import { isDeepStrictEqual } from 'node:util'

/** The requests of a query as a server takes them: GraphQL, a path of a REST set, or the name of a statement. */
export function requestsOf(server, name, asked, variables, viewer, credentials) {
  if (asked.path && server.name === 'service') {
    return {
      port: server.port,
      headers: credentials[name],
      requests: variables.map((each) => ({ path: asked.path(each) })),
    }
  }
  if (asked.path) {
    const requests = variables.map((each) => ({ path: `/${name}?${new URLSearchParams(each)}` }))
    return { port: server.port, requests }
  }
  if (!server.graphql) {
    const requests = variables.map((each) => ({ path: `/${name}`, body: JSON.stringify(each) }))
    return { port: server.port, requests }
  }
  const query = server.name === 'postgraphile' ? asked.postgraphile : asked.ours
  const declared = new Set([...query.matchAll(/\$(\w+):/g)].map(([, variable]) => variable))
  const requests = variables.map((each) => {
    const given = Object.entries({ ...each, ...viewer }).filter(([variable]) =>
      declared.has(variable),
    )
    return {
      path: '/graphql',
      body: JSON.stringify({ query, variables: Object.fromEntries(given) }),
    }
  })
  return {
    port: server.port,
    requests,
    headers: server.name === 'service' ? credentials.graphql : {},
  }
}

/** The answers to each of some requests, in a form in which they can be compared. */
export async function answersTo({ port, requests, headers }) {
  const answers = []
  for (const { path, body, token } of requests) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body,
    })
    const text = await response.text()
    if (!response.ok || text.includes('"errors":['))
      throw new Error(`${path} ${body ?? ''}: ${text.slice(0, 500)}`)
    const { data, total } = JSON.parse(text)
    answers.push(normalised({ data, total }))
  }
  return answers
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const ENUMS = new Set(['level', 'role', 'status'])

/** Times as milliseconds, names of enums in capitals, big numbers as numbers, properties in order. */
function normalised(value, name) {
  if (Array.isArray(value)) return value.map((each) => normalised(each))
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).map(([key, each]) => [key, normalised(each, key)])
    return Object.fromEntries(
      entries.filter(([, each]) => each !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  if (typeof value !== 'string') return value
  if (TIME.test(value)) return Date.parse(value)
  return ENUMS.has(name) ? value.toUpperCase() : value
}

/** Throws where two servers answer one request differently. */
export function requireEqual(name, expected, actual, who) {
  expected.forEach((answer, index) => {
    if (isDeepStrictEqual(answer, actual[index])) return
    const [one, other] = [JSON.stringify(answer), JSON.stringify(actual[index])]
    let at = 0
    while (one[at] === other[at]) at += 1
    throw new Error(`${name}: ${who} answers otherwise than the service:
  ${one.slice(Math.max(0, at - 120), at + 80)}
  ${other.slice(Math.max(0, at - 120), at + 80)}`)
  })
}
