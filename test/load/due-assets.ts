import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'graphql-sse'
import { Client } from 'pg'
import { createEmptyDatabase } from '../support/server-database.js'
import { type Client as HttpClient, openClient } from './client.js'
import { startDemoService } from './demo-service.js'
import { measureSteadyUser } from './steady-user.js'

const ASSETS = 100_000

/** When they become due, in seconds from their creation: it takes most of this time. */
const DUE_SECONDS = 60

/** How often the interval of the type is changed. */
const CHANGES = 21

/**
 * Lets 100,000 assets of a company become due in the same second. Measures how long after that the log has the last state change and a
 * stream the last event, and the reads of a user of this company and of one of another, before and until then. Then measures changes of the type's interval, and counts the assets
 * that they have written.
 */
export async function run(serverUrl: string) {
  const { url, drop } = await createEmptyDatabase(serverUrl)
  const service = await startDemoService(1, { DATABASE_URL: url })
  const connection = new Client({ connectionString: url })
  try {
    await connection.connect()
    const client = openClient(service.address, 50)
    const tokens = {
      same: await service.signIn('harbour', 'technician'),
      other: await service.signIn('summit', 'admin'),
    }
    const admin = await service.signIn('harbour', 'admin')
    const read = async () => {
      const [same, other] = await Promise.all([
        measureSteadyUser(client, tokens.same, 10),
        measureSteadyUser(client, tokens.other, 10),
      ])
      return { same, other }
    }
    const due = new Date(Date.now() + DUE_SECONDS * 1000)
    await addAssets(connection, service.userOf('harbour', 'admin').username, due)
    await connection.query('vacuum analyze asset')
    const following = followStream(service.address, admin)
    const alone = await read()
    await delay(Math.max(+due - Date.now(), 0))
    const state = { isOver: false }
    const told = Promise.all([allTold(connection, due), following]).finally(() => {
      state.isOver = true
    })
    const beside = []
    while (!state.isOver) beside.push(await read())
    const [log, stream] = (await told).map((at) => (+at - +due) / 1000)
    // The stream is charged to the admin, whose budget fills up meanwhile.
    await delay(10_000)
    const changedInterval = await changeInterval(connection, client, admin)
    return { secondsUntil: { log, stream }, reads: { alone, beside }, changedInterval }
  } finally {
    await connection.end()
    await service.stop()
    await drop()
  }
}

/** Copies an asset, inspected a day before `due`, under a type whose interval is a day. */
async function addAssets(connection: Client, username: string, due: Date): Promise<void> {
  const { rows } = await connection.query<{ id: number; company: number; type: number }>(
    `select a.id, a.company_id as company, a.type_id as type from app_user u join asset a on a.company_id = u.company_id
     where u.email = $1 and a.decommissioned_at is null and a.deleted_at is null order by a.id limit 1`,
    [username],
  )
  const [asset] = rows
  if (!asset) throw new Error('expected an asset of the demo')
  await connection.query(
    `update asset_type set inspection_interval_months = null, inspection_interval_days = 1, inspection_schedule = 'floating'
     where company_id = $1 and id = $2`,
    [asset.company, asset.type],
  )
  await connection.query(
    `insert into asset (company_id, uuid, code, zone_id, type_id, user_id, last_inspection, updated_at)
     select company_id, gen_random_uuid(), 'DUE-' || i, zone_id, type_id, user_id, $3::timestamptz - interval '1 day', now()
     from asset, generate_series(1, $4::int) i where company_id = $1 and id = $2`,
    [asset.company, asset.id, due, ASSETS],
  )
}

/** The milliseconds of requests that change the interval of the type, and how many of its assets have another row afterwards. */
async function changeInterval(connection: Client, client: HttpClient, token: string) {
  const rows = async () => {
    const { rows: found } = await connection.query<{ id: number; row: string }>(
      `select id, xmin || ' ' || updated_at as row from asset where code like 'DUE-%' order by id`,
    )
    return found.map(({ id, row }) => `${id} ${row}`)
  }
  const { rows: types } = await connection.query<{ uuid: string }>(
    `select t.uuid from asset_type t join asset a on a.company_id = t.company_id and a.type_id = t.id where a.code = 'DUE-1'`,
  )
  const before = await rows()
  const times: number[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const input = { id: types[0]?.uuid, inspectionInterval: `P${change + 2}D` }
    const start = performance.now()
    const { body } = await client.graphql(CHANGE, token, { input })
    times.push(performance.now() - start)
    if (!body.includes('"userErrors":[]')) throw new Error(`expected a change, got ${body}`)
  }
  const after = new Set(await rows())
  times.sort((one, other) => one - other)
  return {
    ...{ assets: before.length, written: before.filter((row) => !after.has(row)).length },
    ...{ medianMs: times[Math.floor(CHANGES / 2)], slowestMs: times.at(-1) },
  }
}

const CHANGE = `mutation ($input: UpdateAssetTypeInput!) {
  updateAssetType(input: $input) { assetType { inspectionInterval } userErrors { message } } }`

/** When a client has received an event about each asset. It continues at its newest cursor if its stream ends. */
async function followStream(address: string, token: string): Promise<Date> {
  const headers = { authorization: `Bearer ${token}` }
  const client = createClient({ url: `${address}/graphql`, headers, retryAttempts: 0 })
  const received = new Set<string>()
  let after: string | undefined
  for (;;) {
    const results = client.iterate<{ changes: { cursor: string; recordId: string } | null }>({
      query: CHANGES_OF_ASSETS,
      variables: { after },
    })
    for await (const { data, errors } of results) {
      if (errors) console.error(JSON.stringify(errors))
      after = data?.changes?.cursor ?? after
      if (data?.changes) received.add(data.changes.recordId)
      if (received.size === ASSETS) return new Date()
    }
    await delay(100)
  }
}

const CHANGES_OF_ASSETS =
  'subscription ($after: String) { changes(after: $after, types: [ASSET]) { cursor recordId } }'

/** When the log has the state changes of all of them. */
async function allTold(connection: Client, due: Date): Promise<Date> {
  for (;;) {
    const { rows } = await connection.query<{ count: number }>(
      `select count(*)::int from state_change where kind = 'asset_status' and to_state = 'overdue' and cause = 'time' and at = $1`,
      [due],
    )
    if (rows[0]?.count === ASSETS) return new Date()
    await delay(500)
  }
}
