import { setTimeout as delay } from 'node:timers/promises'
import { type Target, load } from '../load/load.js'
import { creations } from '../queries/registry.js'
import { graphqlTarget } from '../servers/requests.js'
import { type Server, type ServerName, isService } from '../servers/server.js'
import { sqlOf } from '../system/sql.js'
import type { Setup } from './cells.js'
import { type Run, measure } from './measure.js'

/** The runs of each server; `limit` is the hand-written statement. */
export type CreationRuns = Partial<Record<ServerName, Pick<Run, 'rate'>[]>>

const CONNECTIONS = 10

export interface CreationOptions {
  rounds: number
  seconds: number
  warmUpSeconds: number
  postmaster?: number | undefined
}

/** Records per second over ten connections. They are deleted afterwards. */
export async function measureCreation(
  name: string,
  { url, viewer, servers, clients }: Setup,
  { rounds, seconds, warmUpSeconds, postmaster }: CreationOptions,
): Promise<CreationRuns> {
  const definition = creations[name]
  if (!definition) throw new Error(`expected a creation, got ${name}`)
  const sql = sqlOf(url)
  const variables = await definition.variables(sql, viewer.company)
  const restore = await definition.save?.(sql, viewer.company)
  const creators: { server: Server; target: Target }[] = []
  for (const server of servers) {
    if (!isService(server) && server.name !== 'limit') continue
    const signedIn = clients.get(server)?.graphql ?? []
    const target = graphqlTarget(server, name, definition, variables, viewer, signedIn)
    creators.push({ server, target })
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
  // Requests that were under way when the load ended still create records.
  await delay(2000)
  await restore?.()
  return runs
}
