// The limit: nothing between HTTP and PostgreSQL but one prepared statement. POST /Q1 with the variables as JSON.
import { createServer } from 'node:http'
import pg from 'pg'
import { statements } from './statements.js'

const { PORT, DATABASE_URL, POOL, COMPANY, VIEWER } = process.env
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(POOL),
  // As the service keeps its own: none begins a measurement with new connections.
  idleTimeoutMillis: 600_000,
  // Each is planned once. Left to itself, PostgreSQL may plan one for each search anew, which takes longer than it runs.
  options: '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan',
})
const viewer = { company: Number(COMPANY), user: Number(VIEWER) }

async function answer(path, variables, response) {
  const name = path === 'A' && variables.search.length < 5 ? 'A_SHORT' : path
  const { text, values } = statements[name]
  const { rows } = await pool.query({
    name,
    text,
    values: values({ ...variables, ...viewer }),
    rowMode: 'array',
  })
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(rows[0][0])
}

createServer((request, response) => {
  const [path, search] = request.url.split('?')
  const name = path.slice(1)
  const fail = (error) => {
    response.writeHead(500)
    response.end(error.message)
  }
  if (request.method === 'GET') {
    answer(name, Object.fromEntries(new URLSearchParams(search)), response).catch(fail)
    return
  }
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    answer(name, JSON.parse(Buffer.concat(chunks)), response).catch(fail)
  })
}).listen(Number(PORT), '127.0.0.1')
