// Measures the service beside its peers on one database, and writes RESULTS.md and docs/benchmark.svg.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { demoDatabase, openServer, query } from './database.js'
import { load, loader } from './load.js'
import { cpuOf, cpuOfFamily, memoryOf, stop, runToEnd } from './processes.js'
import { lists, reads, writes } from './queries.js'
import { report } from './report.js'
import { answersTo, requestsOf, requireEqual } from './requests.js'
import {
  logIn,
  signIn,
  startLimit,
  startMercurius,
  startPostGraphile,
  startService,
  viewerOf,
} from './servers.js'
import { measureStartUps } from './startup.js'
import { measureJobs } from './writers.js'

const quick = process.argv.includes('--quick')
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice(7)
  .split(',')
const SECONDS = quick ? 1 : 2
const rounds = process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9)
const ROUNDS = Number(rounds ?? (quick ? 1 : 3))
const CONNECTIONS = [1, 10, 50]
const SCALE = 25
/** How long each server is asked a query, or to write, before it is measured. */
const WARM_UP_SECONDS = 3

const chosen = (all) => Object.entries(all).filter(([name]) => !only || only.includes(name))
const say = (text) => console.error(text)

async function main() {
  const began = Date.now()
  const postgres = await openServer()
  say(`PostgreSQL: ${postgres.origin}. Loading the demo …`)
  const database = await demoDatabase(postgres, SCALE)
  const { url, postmaster } = database
  const [{ version }] = await query(url, 'select version()')
  await query(url, readFileSync(new URL('peers/functions.sql', import.meta.url), 'utf8'))
  const viewer = await viewerOf(url)

  const ready = await measureStartUps(url)
  say(
    `Ready after ${ready.server} ms on the server, ${ready.embedded} ms on the embedded database.`,
  )

  const service = await startService(url)
  const limit = await startLimit(url, viewer)
  const mercurius = await startMercurius(url, viewer)
  const postgraphile = await startPostGraphile(url, viewer)
  const servers = [service, postgraphile, mercurius, limit]
  const credentials = await signIn(service)

  const tokens = []
  while (tokens.length < Math.max(...CONNECTIONS)) tokens.push(await logIn(service))

  const cells = []
  const addCell = (name, server, target) => {
    cells.push({ name, server, target, runs: new Map(CONNECTIONS.map((count) => [count, []])) })
  }
  const add = async (name, asked, by) => {
    const variables = await asked.variables(url, viewer.company)
    for (const server of by) {
      addCell(name, server, requestsOf(server, name, asked, variables, viewer, credentials))
    }
    if (asked.ours) {
      // The same, with a client of its own for each request: nothing of it can be answered together.
      const target = requestsOf(service, name, asked, variables, viewer, credentials)
      const { requests } = target
      const many = tokens.map((token, at) => ({ ...requests[at % requests.length], token }))
      addCell(name, { ...service, name: 'apart' }, { ...target, headers: {}, requests: many })
    }
  }
  for (const [name, asked] of chosen(reads)) await add(name, asked, servers)
  for (const [name, asked] of chosen(lists)) {
    await add(name, asked, [service, limit])
    const variables = await asked.apart()
    for (const server of [service, limit]) {
      const target = requestsOf(server, name, asked, variables, viewer, credentials)
      addCell(`${name} apart`, server, target)
    }
  }

  await compare(cells)
  say('All servers answer the same.')
  for (const { target } of cells) await load(target, 10, WARM_UP_SECONDS)

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      // Each round begins with another server, so that none is always the one after a certain other.
      for (const cell of rotated(cells, round)) {
        cell.runs.get(connections).push(await measure(cell, connections, postmaster))
      }
      say(
        `Round ${round + 1} of ${ROUNDS}, ${connections} connections: done after ${Math.round((Date.now() - began) / 1000)} s.`,
      )
    }
  }
  const memory = Object.fromEntries(servers.map(({ name, child }) => [name, memoryOf(child.pid)]))
  await compare(cells)

  const written = {}
  if (!only || only.includes('M1')) written.M1 = await measureAssets()
  for (const { child } of [postgraphile, mercurius, limit]) await stop(child)
  if (!only || only.includes('M2'))
    written.M2 = await measureJobs(url, viewer, credentials, writes.M2, {
      ROUNDS,
      SECONDS,
      service,
    })

  async function measureAssets() {
    const variables = await writes.M1.variables(url, viewer.company)
    const [before] = await query(
      url,
      `select (select max(id) from asset) as asset, asset_code_number as code, barcode_number as barcode
       from company where id = $1`,
      [viewer.company],
    )
    const made = { service: [], limit: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of [service, limit]) {
        const target = requestsOf(server, 'M1', writes.M1, variables, viewer, credentials)
        if (round === 0) await load(target, 10, WARM_UP_SECONDS)
        made[server.name].push(await measure({ server, target }, 10, postmaster))
      }
    }
    // What was on its way when the load ended still arrives.
    await delay(2000)
    await query(url, 'delete from barcode where asset_id > $1', [before.asset])
    await query(url, 'delete from asset where id > $1', [before.asset])
    await query(
      url,
      'update company set asset_code_number = $2, barcode_number = $3 where id = $1',
      [viewer.company, before.code, before.barcode],
    )
    return made
  }

  report({
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
  })
  await stop(service.child)
  await postgres.close()
  say(`Done after ${Math.round((Date.now() - began) / 1000)} s.`)
}

async function measure({ server, target }, connections, postmaster) {
  const before = { server: cpuOf(server.child.pid), postgres: cpuOfFamily(postmaster) }
  const { requests, seconds, p50, p99 } = await load(target, connections, SECONDS)
  const after = { server: cpuOf(server.child.pid), postgres: cpuOfFamily(postmaster) }
  return {
    rate: requests / seconds,
    p50,
    p99,
    cpu: (after.server - before.server) / requests,
    postgresCpu: (after.postgres - before.postgres) / requests,
  }
}

async function compare(all) {
  let expected
  for (const { name, server, target } of all) {
    const answers = await answersTo(target)
    if (server.name === 'service') expected = answers
    else if (server.name !== 'apart') requireEqual(name, expected, answers, server.name)
  }
}

const rotated = (all, by) => {
  const groups = groupBy(all)
  return [...groups.values()].flatMap((group) =>
    group.map((_, index) => group[(index + by) % group.length]),
  )
}

function groupBy(all) {
  const groups = new Map()
  for (const cell of all) groups.set(cell.name, [...(groups.get(cell.name) ?? []), cell])
  return groups
}

await runToEnd(main)
