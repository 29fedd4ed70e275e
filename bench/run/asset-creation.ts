import { setTimeout as delay } from 'node:timers/promises'
import { type Target, load } from '../load/load.js'
import { M1 } from '../queries/m1-create-asset.js'
import { graphqlTarget } from '../servers/requests.js'
import { type Server, type ServerName, isService } from '../servers/server.js'
import { query, queryOne, sqlOf } from '../system/sql.js'
import type { Setup } from './cells.js'
import { canCreate } from './check.js'
import { type Run, measure } from './measure.js'

/** The runs of each server; `limit` is the hand-written statement. */
export type CreationRuns = Partial<Record<ServerName, Pick<Run, 'rate'>[]>>

const CONNECTIONS = 10

export interface CreationOptions {
  rounds: number
  seconds: number
  warmUpSeconds: number
  postmaster?: number | undefined
  /** Receives a note for each creation that the older build (`--before`) cannot execute. */
  notes: string[]
}

/** M1: assets per second over ten connections. The assets are deleted afterwards. */
export async function measureAssetCreation(
  { url, viewer, servers, clients }: Setup,
  { rounds, seconds, warmUpSeconds, postmaster, notes }: CreationOptions,
): Promise<CreationRuns> {
  const variables = await M1.variables(sqlOf(url), viewer.company)
  const state = await readState(url, viewer.company)
  const creators: { server: Server; target: Target }[] = []
  for (const server of servers) {
    if (!isService(server) && server.name !== 'limit') continue
    const signedIn = clients.get(server)?.graphql ?? []
    const target = graphqlTarget(server, 'M1', M1, variables, viewer, signedIn)
    if (await canCreate('M1', server, target, notes)) creators.push({ server, target })
  }
  const runs: CreationRuns = {}
  for (const { target } of creators) await load(target, CONNECTIONS, warmUpSeconds)
  for (let round = 0; round < rounds; round += 1) {
    const turns = round % 2 === 0 ? creators : creators.toReversed()
    for (const { server, target } of turns) {
      const run = await measure(server, target, CONNECTIONS, seconds, postmaster)
      runs[server.name] = [...(runs[server.name] ?? []), run]
    }
  }
  // Requests that were under way when the load ended still create assets.
  await delay(2000)
  await restore(url, viewer.company, state)
  return runs
}

interface State {
  asset: number
  code: number
  barcode: number
}

const readState = (url: string, company: number) =>
  queryOne<State>(
    url,
    `select (select max(id) from asset) as asset, asset_code_number as code, barcode_number as barcode
     from company where id = $1`,
    [company],
  )

async function restore(url: string, company: number, { asset, code, barcode }: State) {
  await query(url, 'delete from barcode where asset_id > $1', [asset])
  await query(url, 'delete from asset where id > $1', [asset])
  await query(url, 'update company set asset_code_number = $2, barcode_number = $3 where id = $1', [
    company,
    code,
    barcode,
  ])
}
