import { type GraphQLSchema, OperationTypeNode } from 'graphql'
import { kindOf, type Operation } from './operation.js'
import { typesOf } from './operation-types.js'

/** The languages in which a request can be copied. The token is read from the environment variable TOKEN. */
export const languages = {
  curl: 'curl',
  fetch: 'fetch',
  typescript: 'TypeScript',
  python: 'Python',
} as const

export type Language = keyof typeof languages

/** A subscription can only be copied as curl, because the code in the other languages reads one response. */
export const languagesFor = (operation: Operation): readonly Language[] =>
  isSubscription(operation) ? ['curl'] : (Object.keys(languages) as Language[])

/** curl then prints each event as it arrives. */
const EVENTS = `
  -N -H 'accept: text/event-stream' \\`

const isSubscription = (operation: Operation) =>
  kindOf(operation) === OperationTypeNode.SUBSCRIPTION

type Writer = (operation: Operation, url: string, schema: GraphQLSchema | null) => string

export const writers: Readonly<Record<Language, Writer>> = {
  curl: (operation, url) =>
    `curl ${quoted(url)} \\
  -H 'content-type: application/json' \\
  -H "authorization: Bearer $TOKEN" \\${isSubscription(operation) ? EVENTS : ''}
  --data-binary ${quoted(JSON.stringify(bodyOf(operation)))}
`,

  fetch: (operation, url) =>
    `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: \`Bearer \${process.env.TOKEN}\` },
  body: JSON.stringify(${JSON.stringify(bodyOf(operation), null, 2).replaceAll('\n', '\n  ')}),
})
const { data, errors } = await response.json()
console.log(data, errors)
`,

  typescript: (operation, url, schema) =>
    `${typesOf(operation, schema)}

const query = ${JSON.stringify(operation.query)}

export async function request(variables: Variables): Promise<Data> {
  const response = await fetch(${JSON.stringify(url)}, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: \`Bearer \${process.env['TOKEN']}\` },
    body: JSON.stringify({ query, variables, operationName: ${JSON.stringify(operation.operationName)} }),
  })
  const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] }
  if (!data || errors) throw new Error(errors?.[0]?.message ?? 'The request failed.')
  return data
}

void request(${JSON.stringify(operation.variables ?? {}, null, 2)}).then((data) => {
  console.log(data)
})
`,

  python: (operation, url) =>
    `import json
import os
import urllib.request

body = json.loads(${JSON.stringify(JSON.stringify(bodyOf(operation)))})
request = urllib.request.Request(
    ${JSON.stringify(url)},
    json.dumps(body).encode(),
    {"content-type": "application/json", "authorization": f"Bearer {os.environ['TOKEN']}"},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`,
}

/** What a request has: no names and variables that are missing. */
const bodyOf = ({ query, variables, operationName }: Operation) => ({
  query,
  ...(variables !== undefined && { variables }),
  ...(operationName !== undefined && { operationName }),
})

/** An argument of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
