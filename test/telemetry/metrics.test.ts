import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { newCompany, PASSWORD, type TestCompany } from '../support/builders.js'
import { queueForHashing } from '../../src/domain/credential/hashing-queue.js'
import { codeOf } from '../../src/http/failure.js'
import { INTERFACES, REFUSALS } from '../../src/request/record.js'
import { version } from '../../src/version.js'
import { deleteExpired } from '../../src/domain/cleanup/cleanup.js'
import { testDatabase } from '../support/database.js'
import { tokenOf } from '../support/graphql.js'
import { startLoggedService } from '../support/logged-service.js'
import { bearerOf } from '../set-a/rest.js'
import { pairOf } from '../set-b/rest.js'
import { untilBlocked } from '../support/until-blocked.js'

const WAIT = { timeout: 60_000 }
const TOKEN = 'a token of Prometheus'
const BOARD = 'deploy/grafana/field-inspection-service.json'
const RULES = 'deploy/prometheus/field-inspection-service.yaml'
const OPERATING = readFileSync('docs/operating.md', 'utf8')

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

let company: TestCompany
let address: string
let authorization: string

beforeAll(async () => {
  company = await newCompany(testDatabase())
  ;({ address } = await startLoggedService({ METRICS_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '200' }))
  authorization = `Bearer ${await tokenOf(company.admin)}`
})

const ask = async (
  query: string,
  headers: Record<string, string> = { authorization },
  to = address,
) => {
  const response = await fetch(`${to}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  await response.text()
  return response.status
}

async function scrape(from = address): Promise<Sample[]> {
  const response = await fetch(`${from}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await response.text()
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', list = '', value]) => ({
      name,
      labels: Object.fromEntries(
        [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', of = '']) => [label, of]),
      ),
      value: Number(value),
    }),
  )
}

/** A request is counted after its response, which may arrive before: waits until only this request is in progress. */
async function scrapeWhenIdle(): Promise<Sample[]> {
  let samples: Sample[] = []
  const isIdle = async () => valueOf((samples = await scrape()), 'fis_requests_in_progress') === 1
  await vi.waitUntil(isIdle, WAIT)
  return samples
}

const valueOf = (samples: readonly Sample[], name: string, labels: Record<string, string> = {}) =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, of]) => sample.labels[label] === of))
    .reduce((sum, { value }) => sum + value, 0)

const login = (password: string) =>
  ask(
    `mutation { login(input: { username: "${company.users.admin.email}", password: "${password}" }) { expiresIn } }`,
    {},
  )

/** Sends requests of each kind that the metrics distinguish. Returns how many lists of sites of Set A. */
async function sendLoad() {
  for (let time = 0; time < 4; time += 1) await ask('query Chosen { sites { totalCount } }')
  await ask('{ sites { totalCount } zones { totalCount } }')
  await ask('{ nothing }')
  await login(PASSWORD)
  await login('a wrong password')
  const page = `${address}/v1/sites?pageSize=10&pageIndex=0`
  await (await fetch(page, { headers: await pairOf(company.admin) })).text()
  const lists = 10
  const sitesOfSetA = async () =>
    (await fetch(`${address}/api/sites`, { headers: await bearerOf(company.admin) })).text()
  let sent: Promise<unknown> | undefined
  await testDatabase().transaction(async (db) => {
    await db.write({ text: 'lock table site' })
    sent = Promise.all(Array.from({ length: lists }, sitesOfSetA))
    await untilBlocked((statement) => db.write(statement))
  })
  await sent
  let status = 0
  while (status !== 429) ({ status } = await fetch(`${address}/graphql`, { method: 'HEAD' }))
  return lists
}

describe('/metrics', () => {
  let before: Sample[]
  let after: Sample[]
  let lists: number
  beforeAll(async () => {
    before = await scrapeWhenIdle()
    lists = await sendLoad()
    await deleteExpired(testDatabase(), 0)
    after = await scrapeWhenIdle()
  })
  const growth = (name: string, labels?: Record<string, string>) =>
    valueOf(after, name, labels) - valueOf(before, name, labels)

  it('counts requests by interface, root field, kind and status', () => {
    const sites = { interface: 'graphql', operation: 'sites', kind: 'query', status: '2xx' }
    expect(growth('fis_request_duration_seconds_count', sites)).toBe(4)
    expect(
      growth('fis_request_duration_seconds_count', { ...sites, operation: 'several fields' }),
    ).toBe(1)
    expect(
      growth('fis_request_duration_seconds_count', { interface: 'set-a', operation: 'ListSites' }),
    ).toBe(lists)
    expect(growth('fis_request_duration_seconds_count', { interface: 'set-b' })).toBe(1)
    const invalid = { interface: 'graphql', operation: 'other', kind: 'other', status: '4xx' }
    expect(growth('fis_request_duration_seconds_count', invalid)).toBeGreaterThanOrEqual(1)
  })

  it('has no label that a client chose, and no company', () => {
    const labels = new Set(after.flatMap(({ labels }) => Object.values(labels)))
    expect(labels).not.toContain('Chosen')
    expect(after.flatMap(({ labels }) => Object.keys(labels)).join(' ')).not.toMatch(/company|user/)
  })

  it('counts sign-ins by result', () => {
    const attempts = { interface: 'graphql' }
    expect(growth('fis_sign_ins_total', { ...attempts, result: 'succeeded' })).toBe(1)
    expect(growth('fis_sign_ins_total', { ...attempts, result: 'unauthenticated' })).toBe(1)
  })

  it('counts errors, refusals, cache lookups, statements and bytes', () => {
    expect(growth('fis_errors_total', { code: 'GRAPHQL_VALIDATION_FAILED' })).toBe(1)
    expect(growth('fis_errors_total', { code: 'UNAUTHENTICATED' })).toBe(1)
    expect(growth('fis_refused_requests_total', { reason: 'rate limit' })).toBeGreaterThan(0)
    expect(growth('fis_cache_lookups_total', { cache: 'documents', result: 'hit' })).toBe(3)
    expect(growth('fis_statements_total', { interface: 'graphql' })).toBeGreaterThan(4)
    expect(growth('fis_response_bytes_total', { interface: 'graphql' })).toBeGreaterThan(100)
    expect(growth('fis_request_database_seconds_sum', { interface: 'set-a' })).toBeGreaterThan(0)
  })

  it('has the unexpected errors of each interface before there are any', () => {
    const series = before.filter(({ labels }) => labels['code'] === codeOf(500))
    expect(series.map(({ labels, value }) => [labels['interface'], value])).toEqual(
      INTERFACES.map((name) => [name, 0]),
    )
  })

  it('has the version', () => {
    const labels = { ...version, node: process.version }
    expect(after).toContainEqual({ name: 'fis_build_info', labels, value: 1 })
  })

  it('has the pool, the queues and the event loop', () => {
    expect(valueOf(after, 'fis_database_connections')).toBeGreaterThan(0)
    expect(valueOf(after, 'fis_database_connections_max')).toBe(
      testDatabase().status().connections.max,
    )
    expect(
      after
        .filter(({ name }) => name === 'fis_database_queued')
        .map(({ labels }) => labels['queue'])
        .sort(),
    ).toEqual(['connection', 'group_commit', 'pipeline', 'read', 'write'])
    expect(valueOf(after, 'fis_event_loop_utilization')).toBeLessThanOrEqual(1)
    expect(valueOf(after, 'fis_requests_in_progress')).toBe(1)
  })

  it('has every metric of the Grafana board, with its labels and their values', () => {
    const board = JSON.parse(readFileSync(BOARD, 'utf8')) as {
      templating: { list: { name: string; definition?: string; query: unknown }[] }
      panels: { targets: { expr: string; legendFormat: string }[] }[]
    }
    const variables = board.templating.list
    for (const { name, definition, query } of variables.filter((each) => each.definition)) {
      expect(query).toEqual({ query: definition, refId: name })
      const [, label = ''] = /^label_values\(\w+, (\w+)\)$/.exec(definition ?? '') ?? []
      expectMetricsOf(definition ?? '', [label])
    }
    const targets = board.panels
      .flatMap((panel) => panel.targets)
      .filter(({ expr }) => !OF_REPLICAS.test(expr))
    expect(targets.length).toBeGreaterThan(20)
    const used = targets.flatMap(({ expr }) => expr.match(/(?<=\$)(?!__)\w+/g) ?? [])
    expect(variables.map(({ name }) => name)).toEqual(expect.arrayContaining(used))
    for (const { expr, legendFormat } of targets) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      expectMetricsOf(expr, shown)
    }
  })

  it('has every metric of the alerting rules, with its labels and their values; docs/operating.md explains each rule', () => {
    const { groups } = parse(readFileSync(RULES, 'utf8')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
    }
    const rules = groups.flatMap((group) => group.rules)
    for (const { expr, annotations } of rules) {
      const shown = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(
        ([, label = '']) => label,
      )
      if (!expr.startsWith('up{') && !OF_REPLICAS.test(expr)) expectMetricsOf(expr, shown)
    }
    const documented = OPERATING.match(/^\| `[A-Z][a-z]\w+` \|/gm) ?? []
    expect(documented.map((row) => row.slice(3, -3))).toEqual(rules.map(({ alert }) => alert))
  })

  it.each([
    ['a metric', 'sum(fis_nothing)'],
    ['a metric of a variable', 'label_values(fis_nothing, job)'],
    ['a label to keep', 'sum by (nothing) (fis_database_queued)'],
    ['a label to drop', 'sum without(instance, nothing) (fis_database_queued)'],
    ['a label to join', 'fis_requests_queued / on(nothing) fis_requests_in_progress'],
    ['a selected label', 'fis_sign_ins_total{nothing!="a"}'],
    ['a value', 'fis_sign_ins_total{result="nothing"}'],
    ['a value of another label', 'fis_cache_lookups_total{result="documents"}'],
    ['one of several values', 'fis_refused_requests_total{reason=~"overload|nothing"}'],
    ['a value that is excluded', 'fis_request_duration_seconds_count{status!~"6.."}'],
    ['the second of two selections', 'fis_errors_total{code=~".+"} / fis_errors_total{code="A"}'],
  ])('does not have %s in %s', (_, expr) => {
    expect(() => {
      expectMetricsOf(expr, [])
    }).toThrow()
  })

  /** Expects that an expression of Prometheus names metrics that exist, with the labels that it and its text use. */
  function expectMetricsOf(expr: string, shown: readonly string[]): void {
    const uses = [...expr.matchAll(/(fis_\w+)(?:\{([^}]*)\})?/g)]
    expect(uses.length, expr).toBeGreaterThan(0)
    const clauses = expr.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)
    const grouping = [...clauses].flatMap(([, list = '']) => list.split(/,\s*/))
    for (const [, name = '', selection = ''] of uses) {
      const [sample] = after.filter((each) => each.name === name)
      expect(sample, name).toBeDefined()
      const selectors = [...selection.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)]
      const selected = selectors.map(([, label = '']) => label)
      for (const label of [...grouping, ...selected, ...shown].filter(ofService)) {
        expect(Object.keys(sample!.labels), `${name} of ${expr}`).toContain(label)
      }
      for (const [text, label = '', operator = '', value = ''] of selectors) {
        if (!ofService(label)) continue
        const patterns = operator.endsWith('~') ? value.split('|') : [value]
        for (const pattern of patterns) {
          const matches = valuesOf(name, label).filter((each) =>
            RegExp(`^(${pattern})$`).test(each),
          )
          expect(matches.length, `${text} in ${expr}`).toBeGreaterThan(0)
        }
      }
    }
  }

  /** The values that a label can have: those that were exported, those in docs/operating.md, and those of the code. */
  function valuesOf(name: string, label: string): string[] {
    if (label === 'code') return [...exported(name, label), codeOf(500)]
    if (label === 'reason') return [...REFUSALS]
    const metric = name.replace(/_(bucket|sum|count)$/, '')
    const [row = ''] = new RegExp(`^\\| \`${metric}\`.*`, 'm').exec(OPERATING) ?? []
    const labels = Object.keys(after.find((each) => each.name === name)?.labels ?? {})
    const others = labels
      .filter((each) => each !== label)
      .flatMap((each) => [each, ...exported(name, each)])
    const documented = wordsOf(row).filter((word) => ![metric, label, ...others].includes(word))
    return [...exported(name, label), ...documented]
  }

  const exported = (name: string, label: string) =>
    after.filter((each) => each.name === name).map(({ labels }) => labels[label] ?? '')

  it('has the metrics of the table in docs/operating.md, and no others of the service', () => {
    const rows = OPERATING.match(/^\| `fis_\w+`/gm) ?? []
    const documented = rows.filter((row) => !OF_REPLICAS.test(row))
    const own = new Set(
      after
        .map(({ name }) => name.replace(/_(bucket|sum|count)$/, ''))
        .filter((name) => !/^fis_(nodejs|process)_/.test(name)),
    )
    expect(documented.map((row) => row.slice(3, -1)).sort()).toEqual([...own].sort())
  })
})

it('docs/operating.md lists the reasons of refusals', () => {
  const [row = ''] = /^\| `refusal`.*/m.exec(OPERATING) ?? []
  expect(wordsOf(row)).toEqual(['refusal', ...REFUSALS])
})

/** The words in backticks. */
const wordsOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

/** Without replicas, these have no values: test/replicas compares them with the board and the table. */
const OF_REPLICAS = /fis_replica_/

/** Prometheus itself adds the job and the instance. */
const ofService = (label: string) => label !== 'instance' && label !== 'job'

describe('/metrics has the number of', () => {
  let own: string
  beforeAll(async () => {
    own = (await startLoggedService({ METRICS_TOKEN: TOKEN })).address
  })
  const valueNow = async (name: string) => valueOf(await scrape(own), name)

  it('requests that wait for an earlier request of their client', async () => {
    // The process then knows the token, and so the user.
    await ask('{ viewer { role } }', { authorization }, own)
    // New documents, whose work is unknown: three of them run at the same time.
    const sites = (_: unknown, index: number) =>
      ask(`query New${index} { sites { totalCount } }`, { authorization }, own)
    const statuses = await testDatabase().transaction(async (db) => {
      await db.write({ text: 'lock table site' })
      const sent = Promise.all(Array.from({ length: 5 }, sites))
      await expect.poll(() => valueNow('fis_requests_queued')).toBe(2)
      return () => sent
    })
    expect(await statuses()).toEqual(Array(5).fill(200))
    await expect.poll(() => valueNow('fis_requests_queued')).toBe(0)
  })

  it('password hashes in the queue', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const places = Array.from({ length: 3 }, () => queueForHashing(() => released))
    expect(await valueNow('fis_password_hashes_queued')).toBe(3)
    release()
    await Promise.all(places)
    await expect.poll(() => valueNow('fis_password_hashes_queued')).toBe(0)
  })
})

describe('/metrics is refused', () => {
  it.each([
    ['without a token', {}],
    ['with a wrong token', { authorization: 'Bearer wrong' }],
  ])('%s', async (_, headers) => {
    const response = await fetch(`${address}/metrics`, { headers })
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('fis_')
  })

  it('if it is not configured', async () => {
    const { address: other } = await startLoggedService()
    expect((await fetch(`${other}/metrics`)).status).toBe(404)
  })
})

it('a port of its own serves metrics without a token', async () => {
  const { address: other, lines, app } = await startLoggedService({ METRICS_PORT: '0' })
  const listening = lines.find(({ msg }) => msg === 'Metrics')
  const own = String(listening?.['address'])
  expect((await fetch(own)).status).toBe(200)
  expect((await fetch(`${other}/metrics`)).status).toBe(404)
  await app.close()
  await expect(fetch(own)).rejects.toThrow()
})

it('a port that is taken is an error at the start that names the variables', async () => {
  const port = new URL(address).port
  await expect(startLoggedService({ METRICS_PORT: port })).rejects.toThrow(
    `METRICS_PORT and METRICS_HOST: cannot listen on 127.0.0.1:${port} (EADDRINUSE).`,
  )
})
