import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './database.js'
import { lists, reads } from './queries.js'
import { versionOf } from './servers.js'

/** What is aimed at, at 10 and 50 connections: times PostGraphile, and a share of the limit. */
const TARGETS = {
  Q1: { postgraphile: 2.5, limit: 0.5 },
  Q2: { postgraphile: 2.5, limit: 0.5 },
  Q3: { postgraphile: 1.8 },
  Q4: { postgraphile: 1.5 },
  Q5: { postgraphile: 2.5, limit: 0.5 },
  Q6: { postgraphile: 1.5 },
  A: { limit: 0.6 },
  'A apart': { limit: 0.6 },
  B: { limit: 0.6 },
  'B apart': { limit: 0.6 },
}

const TITLES = {
  service: 'this service',
  postgraphile: 'PostGraphile',
  mercurius: 'Mercurius',
  limit: 'the limit',
}

export const median = (numbers) => {
  const sorted = [...numbers].sort((one, other) => one - other)
  const middle = sorted.length / 2
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const figure = (value) => {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(value >= 10 ? 1 : 2)
}

export const table = (head, rows) =>
  [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** Prints the results, and writes RESULTS.md and the picture of the ratios. */
export function report({
  cells,
  memory,
  written,
  version,
  loader,
  quick,
  ROUNDS,
  SECONDS,
  CONNECTIONS,
  ready,
}) {
  const names = [...new Set(cells.map(({ name }) => name))]
  const of = (name, server, connections, key = 'rate') => {
    const cell = cells.find((each) => each.name === name && each.server.name === server)
    return cell ? median(cell.runs.get(connections).map((run) => run[key])) : NaN
  }
  const ratio = (name, other, connections) =>
    of(name, 'service', connections) / of(name, other, connections)
  const verdict = (name, connections) => {
    if (connections === 1 || !TARGETS[name]) return ''
    const misses = Object.entries(TARGETS[name]).filter(
      ([other, aim]) => ratio(name, other, connections) < aim,
    )
    return misses.length === 0
      ? 'yes'
      : `no: ${misses.map(([other, aim]) => `${aim} of ${TITLES[other]}`).join(', ')}`
  }
  const each = (row) =>
    names.flatMap((name) => CONNECTIONS.map((connections) => row(name, connections)))

  const rates = table(
    [
      '',
      'connections',
      'service',
      'PostGraphile',
      'Mercurius',
      'limit',
      '× PostGraphile',
      'of the limit',
      'aim reached',
    ],
    each((name, connections) => [
      name,
      connections,
      ...['service', 'postgraphile', 'mercurius', 'limit'].map((server) =>
        figure(of(name, server, connections)),
      ),
      figure(ratio(name, 'postgraphile', connections)),
      figure(ratio(name, 'limit', connections)),
      verdict(name, connections),
    ]),
  )
  const apart = table(
    ['', 'connections', 'service', '× PostGraphile', 'of the limit', 'p99, ms'],
    names
      .filter((name) => name in reads)
      .flatMap((name) =>
        CONNECTIONS.map((connections) => {
          const rate = of(name, 'apart', connections)
          return [
            name,
            connections,
            figure(rate),
            figure(rate / of(name, 'postgraphile', connections)),
            figure(rate / of(name, 'limit', connections)),
            figure(of(name, 'apart', connections, 'p99')),
          ]
        }),
      ),
  )
  const latencies = table(
    [
      '',
      'connections',
      ...Object.values(TITLES).flatMap((title) => [`${title} p50`, 'p99']),
      'p99 to the limit’s',
    ],
    each((name, connections) => [
      name,
      connections,
      ...Object.keys(TITLES).flatMap((server) =>
        ['p50', 'p99'].map((key) => figure(of(name, server, connections, key))),
      ),
      figure(of(name, 'service', connections, 'p99') / of(name, 'limit', connections, 'p99')),
    ]),
  )
  const middle = CONNECTIONS.includes(10) ? 10 : CONNECTIONS[0]
  const work = table(
    ['', ...Object.values(TITLES).flatMap((title) => [title, 'PostgreSQL'])],
    names.map((name) => [
      name,
      ...Object.keys(TITLES).flatMap((server) =>
        ['cpu', 'postgresCpu'].map((key) => figure(of(name, server, middle, key))),
      ),
    ]),
  )
  const memories = table(
    ['', 'at the end', 'at most'],
    Object.entries(memory).map(([server, { now, most }]) => [
      TITLES[server],
      figure(now),
      figure(most),
    ]),
  )
  const writesTable = writesOf(written)
  const what = Object.entries({ ...reads, ...lists }).map(
    ([name, { title }]) => `- **${name}**: ${title}`,
  )
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux`

  const text = `# Results

Written by \`npm run bench\`${quick ? ' with `--quick`' : ''} on ${new Date().toISOString().slice(0, 10)}: medians of ${ROUNDS} rounds of ${SECONDS} s for each server, query and number
of connections, interleaved. All servers run on the machine that also runs the database and the load, so they share its
processors; ratios say more than rates, and differ by some 10 % from run to run.

- Machine: ${machine}
- ${version.split(' on ')[0]}, as installed but for \`random_page_cost = 1.1\` for all servers; Node ${process.version}, for PostGraphile ${versionOf('node')}; load by ${loader}
- Data: the demo at scale 25, about 110,000 assets; the company asked about has 100,000
- This service: \`NODE_ENV=production\`, all limits and logs as shipped, each request authenticated against the database;
  ready ${ready.server} ms after its start, or ${ready.embedded} ms on a warm embedded database (medians of 5)
- PostGraphile ${versionOf('postgraphile')} with the amber preset, Mercurius ${versionOf('mercurius')} with graphql-jit and loaders over hand-written SQL, and the limit, a bare
  \`http\` server that sends one hand-written prepared statement whose answer is the response text: none of these
  asks who is there. Ten connections to the database each. All were checked to answer the same

${what.join('\n')}

## Requests per second

${rates}

Requests for the same that wait at the same moment are answered together by the service: those of one client, and of A and
B what all clients of a company read. All of the above come from one client, as a page does that many look at through one
account or one gateway. Where each request of A and B is for something else, they are told of as apart. For Q1 to Q6 many
people with accounts of their own share nothing: the service for these, each request with a token of its own:

${apart}

## Latency, in ms

${latencies}

## Processor time per request at ${middle} connections, in ms: of the server, and of PostgreSQL

${work}

## Resident memory of the servers, in MB

${memories}
${writesTable}`
  console.log(text)
  writeFileSync(new URL('RESULTS.md', import.meta.url), text)
  mkdirSync(join(ROOT, 'docs'), { recursive: true })
  const graphql = names.filter((name) => name in reads)
  if (graphql.length > 0) {
    writeFileSync(
      join(ROOT, 'docs', 'benchmark.svg'),
      picture(
        graphql,
        (name, server) => of(name, server, middle) / of(name, 'postgraphile', middle),
        middle,
      ),
    )
  }
}

function writesOf({ M1, M2 }) {
  const rows = []
  const rate = (runs) => median(runs.map((run) => run.rate))
  if (M1) {
    const [ours, limit] = [rate(M1.service), rate(M1.limit)]
    rows.push([
      'M1: createAsset, 10 connections',
      figure(ours),
      figure(limit),
      figure(ours / limit),
    ])
  }
  if (M2) {
    const [ours, bare] = [rate(M2.service), rate(M2.bare)]
    rows.push([
      'M2: createJob in one company, 4 processes',
      figure(ours),
      figure(bare),
      figure(ours / bare),
    ])
  }
  if (rows.length === 0) return ''
  return `
## Writes per second

The limit of M1 is one statement behind bare \`http\`; of M2, one statement through \`pg\` without any HTTP, from four
processes too, each after half a minute of the same. The job numbers were checked to have no gap.

${table(['', 'service', 'limit', 'of the limit'], rows)}
`
}

const COLOURS = {
  postgraphile: '#9aa5b1',
  mercurius: '#c9a227',
  service: '#1f6feb',
  limit: '#d0d7de',
}

/** Bars of requests per second, PostGraphile's being 1. */
function picture(names, ratioOf, connections) {
  const [bar, gap, left, width] = [12, 18, 56, 640]
  const order = ['postgraphile', 'mercurius', 'service', 'limit']
  const most = Math.max(
    ...names.flatMap((name) =>
      order.map((server) => ratioOf(name, server)).filter(Number.isFinite),
    ),
  )
  const scale = (width - left - 60) / most
  const group = order.length * bar + gap
  const height = 64 + names.length * group
  const bars = names.flatMap((name, index) => {
    const top = 58 + index * group
    return [
      `<text x="12" y="${top + 2 * bar + 4}" font-weight="600">${name}</text>`,
      ...order.flatMap((server, row) => {
        const value = ratioOf(name, server)
        if (!Number.isFinite(value)) return []
        const y = top + row * bar
        const length = (value * scale).toFixed(1)
        return [
          `<rect x="${left}" y="${y}" width="${length}" height="${bar - 2}" fill="${COLOURS[server]}"/>`,
          `<text x="${(left + value * scale + 5).toFixed(1)}" y="${y + bar - 3}" font-size="10">${value.toFixed(1)}</text>`,
        ]
      }),
    ]
  })
  const legend = order.map(
    (server, index) =>
      `<rect x="${left + index * 130}" y="34" width="10" height="10" fill="${COLOURS[server]}"/><text x="${left + 15 + index * 130}" y="43" font-size="11">${TITLES[server]}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2328">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="12" y="20" font-size="13" font-weight="600">Requests per second at ${connections} connections; PostGraphile is 1</text>
${[...legend, ...bars].join('\n')}
</svg>
`
}
