import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import { newAsset, newCompany, newZone } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { isSharded } from '../../support/shards.js'
import { poolOf } from '../../support/statements.js'
import { mutationNames, runMutation, tokenFor } from '../../graphql/mutations/run-mutation.js'
import { newCompanyAndInput } from '../../graphql/mutations/valid-inputs.js'

const db = testDatabase()

/** The commands that the coordinator sends to workers for the statements that `work` sends over the connections of the service. */
async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = []
  const listened = new Map<PoolClient, () => void>()
  const listen = (client: PoolClient) => {
    if (listened.has(client)) return
    const note = ({ message = '' }) => {
      if (message.startsWith('issuing ')) commands.push(message.slice('issuing '.length))
    }
    client.on('notice', note)
    listened.set(client, () => client.off('notice', note))
    void client.query('set citus.log_remote_commands = on')
  }
  const pool = poolOf(db)
  pool.on('acquire', listen)
  try {
    await work()
  } finally {
    pool.off('acquire', listen)
    for (const end of listened.values()) end()
  }
  return commands
}

/** Rows that Citus copies to shards. It also copies results of subqueries of reads, in the format `result`. */
const COPIES_ROWS = /^COPY (?!.*\(format result\))/

describe.runIf(isSharded)('what the coordinator sends to workers', () => {
  it.each(mutationNames)('for %s needs no two-phase commit', async (name) => {
    const { company, input } = await newCompanyAndInput(db, name)
    await tokenFor(company.admin)
    const sent = await commandsOf(() => runMutation(company.admin, name, input, '__typename'))
    expect(sent).toContain('COMMIT')
    expect(
      sent.filter((text) => text.startsWith('PREPARE TRANSACTION') || COPIES_ROWS.test(text)),
    ).toEqual([])
  })

  it('for updateAsset with another zone is the text of the lock, of the update and of two reads', async () => {
    const company = await newCompany(db)
    const zones = [await newZone(company), await newZone(company)]
    const { uuid: id } = await newAsset(company)
    const moveTo = ({ uuid: zoneId }: { uuid: string }) =>
      runMutation(company.admin, 'updateAsset', { id, zoneId }, 'asset { id zone { name } }')
    await moveTo(zones[0]!)
    const sent = await commandsOf(() => moveTo(zones[1]!))
    // The check of the token, and the lookup: both are queries of one text.
    const read = ['BEGIN', 'SELECT', 'COMMIT']
    expect(sent.filter((text) => text.includes('answer_on_shard'))).toHaveLength(2)
    const write = ['BEGIN', 'SELECT', 'UPDATE', 'SELECT', 'COMMIT']
    const words = sent.map((text) => /^\w+/.exec(text.trim())?.[0])
    expect(words, sent.join('\n')).toEqual([...read, ...read, ...write])
  })
})
