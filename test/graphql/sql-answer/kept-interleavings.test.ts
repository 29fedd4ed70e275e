import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/demo/random.js'
import { Statement } from '../../../src/db/read/statement.js'
import type { LogMark } from '../../../src/domain/log-mark/log-mark.js'
import { markSql, parseMark } from '../../../src/domain/log-mark/read-mark.js'
import { KeptAnswers } from '../../../src/graphql/sql-answer/kept-answers.js'
import { keptSource } from '../../../src/graphql/sql-answer/kept-source.js'
import { newClient, newCompany, newSite } from '../../support/builders.js'
import { connectDirectly, testDatabase } from '../../support/database.js'

const db = testDatabase()

/** `ROUNDS=500 npm test -- test/graphql/sql-answer/kept-interleavings.test.ts` has more. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 6)
const WRITES = 60
const READERS = 4
const TRANSACTIONS = 3

const VALUE = `(select string_agg(x.legal_name, ',' order by x.id) from client x where x.company_id = $1::int)`

/**
 * A company with a client for each transaction that may be open at a time. Its states are known: at most one commit is in progress. So a
 * request must get one of the states from the last commit before its start to the last one that was sent before its end.
 */
async function openRound(seed: string) {
  const random = new Random(seed)
  const company = await newCompany(db)
  const { companyId } = company
  const clients = []
  for (let index = 0; index < TRANSACTIONS; index += 1) {
    clients.push(await newClient(company, { legalName: `${index}` }))
  }
  const site = await newSite(company, { clientId: clients[0]?.id ?? 0 })
  const committed = clients.map(({ legalName }) => legalName)
  const states = [committed.join()]
  const history = { acknowledged: 0, sent: 0 }

  const source = keptSource(VALUE, [companyId])
  if (!source) throw new Error('expected a source')
  const kept = new KeptAnswers({ maxBytes: 1_000_000, minCost: 0 })
  const pause = () => delay(random.integer(0, 4))
  const check = async (known: LogMark | undefined) => {
    await pause()
    const statement = new Statement(companyId)
    const text = `select ${markSql(statement, source.sources, known)}`
    const { rows } = await db.read<string[]>(db.prepare(text, statement.values), { quick: true })
    await pause()
    return parseMark(rows[0]?.[0] ?? '')
  }
  const read = async () => {
    await pause()
    const { rows } = await db.read<string[]>(db.prepare(`select ${VALUE}`, [companyId]))
    await pause()
    return rows[0]?.[0]
  }
  const counts = { hits: 0, reads: 0 }
  const request = async () => {
    const first = history.acknowledged
    const answer = await kept.answer(source, { check, read })
    const possible = states.slice(first, history.sent + 1)
    expect(possible, `${seed}: ${JSON.stringify(states.slice(-4))}`).toContain(answer?.text)
    counts[answer?.isHit ? 'hits' : 'reads'] += 1
  }
  return { random, companyId, clients, site, committed, states, history, request, counts }
}

type Round = Awaited<ReturnType<typeof openRound>>

/** Begins, writes in, commits and rolls back transactions, in random order. Some write what the answer does not contain. */
async function write(round: Round, sessions: readonly pg.Client[]): Promise<void> {
  const { random, companyId, clients, site, committed, states, history } = round
  const open = new Map<number, string>()
  const step = async (index: number, number: number) => {
    const session = sessions[index]
    const client = clients[index]
    if (!session || !client) throw new Error('expected a session')
    const name = open.get(index)
    if (name === undefined || random.chance(0.3)) {
      if (name === undefined) await session.query('begin')
      if (name === undefined && random.chance(0.2)) {
        open.set(index, committed[index] ?? '')
        const text = 'update site set name = $3 where company_id = $1 and id = $2'
        if (index === 0) await session.query(text, [companyId, site.id, `site ${number}`])
        return
      }
      open.set(index, `${index} ${number}`)
      const text = 'update client set legal_name = $3 where company_id = $1 and id = $2'
      await session.query(text, [companyId, client.id, open.get(index)])
      return
    }
    open.delete(index)
    if (random.chance(0.3)) {
      await session.query('rollback')
      return
    }
    committed[index] = name
    states.push(committed.join())
    history.sent += 1
    await session.query('commit')
    history.acknowledged += 1
  }
  for (let number = 1; number <= WRITES; number += 1) {
    await step(random.integer(0, TRANSACTIONS - 1), number)
    await delay(random.chance(0.2) ? 30 : random.integer(0, 5))
  }
  for (const session of sessions) await session.query('rollback')
}

describe.skipIf(!process.env['DATABASE_URL'])('kept answers beside transactions', () => {
  it.each(Array.from({ length: ROUNDS }, (_, index) => index + Number(process.env['SEED'] ?? 1)))(
    'are never older than the last commit before the request, with seed %i',
    async (seed) => {
      const sessions = await Promise.all(Array.from({ length: TRANSACTIONS }, connectDirectly))
      try {
        const round = await openRound(`interleavings ${seed}`)
        let isWriting = true
        const readers = Array.from({ length: READERS }, async () => {
          while (isWriting) {
            await round.request()
            await delay(round.random.integer(0, 3))
          }
        })
        await write(round, sessions)
        isWriting = false
        await Promise.all(readers)
        for (let time = 0; time < 40; time += 1) await round.request()
        expect(round.counts.hits).toBeGreaterThan(10)
        expect(round.history.acknowledged).toBeGreaterThan(5)
      } finally {
        await Promise.all(sessions.map((session) => session.end()))
      }
    },
  )
})
