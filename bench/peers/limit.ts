// The "limit", an upper bound for the rate of any server: bare HTTP, and one hand-written prepared statement per query.
// POST /Q1 with the variables as JSON, or GET /A?search=….
import { type ServerResponse, createServer } from 'node:http'
import type { Statement, Variables } from '../queries/query.js'
import { creations, lists, reads, updates } from '../queries/registry.js'
import { company, createPool, port, user } from './environment.js'

// A generic plan: otherwise PostgreSQL may plan a search each time, which takes longer than running it.
const pool = createPool('-c plan_cache_mode=force_generic_plan')

const statements = new Map<string, (variables: Variables) => Statement>([
  ...Object.entries({ ...reads, ...updates, ...creations }).map(
    ([name, { statement }]) => [name, () => statement] as const,
  ),
  ...Object.entries(lists).map(([name, { statement }]) => [name, statement] as const),
])

async function respond(query: string, variables: Variables, response: ServerResponse) {
  const statementOf = statements.get(query)
  if (!statementOf) throw new Error(`No statement for "${query}"`)
  const { name, text, values } = statementOf(variables)
  const { rows } = await pool.query<[string]>({
    name,
    text,
    values: values({ ...variables, company, user }),
    rowMode: 'array',
  })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(rows[0]?.[0])
}

createServer((request, response) => {
  const [path = '/', search] = (request.url ?? '/').split('?')
  const query = path.slice(1)
  const fail = (error: unknown) => {
    response.writeHead(500)
    response.end(String(error))
  }
  if (request.method === 'GET') {
    const variables = Object.fromEntries(new URLSearchParams(search))
    respond(query, variables, response).catch(fail)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const variables = JSON.parse(Buffer.concat(chunks).toString()) as Variables
    respond(query, variables, response).catch(fail)
  })
}).listen(port, '127.0.0.1')
