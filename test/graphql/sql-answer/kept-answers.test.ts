import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Domain } from '../../../src/domain/domain.js'
import { Q12 } from '../../../bench/queries/q12-job-statistics.js'
import { Q5 } from '../../../bench/queries/q5-dashboard.js'
import { KeptAnswers } from '../../../src/graphql/sql-answer/kept-answers.js'
import { KeptTexts } from '../../../src/graphql/sql-answer/kept-texts.js'
import { newAsset, newAssetType, newClient, newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, startService, tokenOf } from '../../support/graphql.js'
import { newPopulatedCompany } from '../../support/populated-company.js'
import { poolOf, sentBy } from '../../support/statements.js'
import { untilSettled } from '../../support/until-settled.js'

const db = testDatabase()

let keeping: string
let plain: string
beforeAll(async () => {
  keeping = await startService({ KEPT_ANSWERS_MIN_COST: '0' })
  plain = await startService({ KEPT_ANSWERS_MB: '0' })
})

const CLIENTS = '{ clients { totalCount nodes { legalName } } }'

const authorizationOf = async (domain: Domain) => ({
  authorization: `Bearer ${await tokenOf(domain)}`,
})

/** Sends a query until its answer is kept: the first time it is only noted. */
async function keep(query: string, headers: Record<string, string>) {
  await post(query, {}, headers, Promise.resolve(keeping))
  return post(query, {}, headers, Promise.resolve(keeping))
}

/** The statements of an answer: checks of kept answers, and others. Those that frame a transaction are left out. */
async function statementsOf(work: () => Promise<unknown>) {
  const sent = (await sentBy(poolOf(db), work)).filter(({ text }) => text.startsWith('select'))
  const checks = sent.filter(({ text }) => text.includes('pg_current_snapshot')).length
  return { checks, others: sent.length - checks }
}

describe('an expensive answer', () => {
  it('is read again only if something that it contains has changed', async () => {
    const company = await newCompany(db)
    const headers = await authorizationOf(company.admin)
    await newClient(company, { legalName: 'First' })
    await keep(CLIENTS, headers)
    const again = () => post(CLIENTS, {}, headers, Promise.resolve(keeping))
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 0 })
    // `graph` of test/support relies on this.
    const inOtherWords = () => post(`${CLIENTS} # a`, {}, headers, Promise.resolve(keeping))
    expect(await statementsOf(inOtherWords)).toEqual({ checks: 1, others: 0 })
    // A session and an asset type leave audit entries, too.
    await tokenOf(company.technician)
    await newAssetType(company)
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 0 })
    await newClient(company, { legalName: 'Second' })
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 1 })
    expect((await again()).data.clients.nodes).toEqual([
      { legalName: 'First' },
      { legalName: 'Second' },
    ])
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 0 })
  })

  it('is read again if a row of risk has changed, which leaves no entry', async () => {
    const headers = await authorizationOf((await newCompany(db)).admin)
    await keep(CLIENTS, headers)
    const again = () => post(CLIENTS, {}, headers, Promise.resolve(keeping))
    const setValue = (value: number) =>
      db.pool.query('update risk set value = $1 where id = 4', [value])
    onTestFinished(async () => {
      await setValue(4)
    })
    await setValue(5)
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 1 })
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 0 })
  })

  it('is read again if the newest entry is missing, as after a restore', async () => {
    const company = await newCompany(db)
    const { companyId } = company
    const headers = await authorizationOf(company.admin)
    await newClient(company, { legalName: 'Kept' })
    const lost = await newClient(company, { legalName: 'Lost' })
    await keep(CLIENTS, headers)
    const again = () => post(CLIENTS, {}, headers, Promise.resolve(keeping))
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 0 })
    // The restored database has neither the record nor its entries.
    await db.prisma.client.deleteMany({ where: { companyId, id: lost.id } })
    await db.prisma.auditEntry.deleteMany({ where: { companyId, recordId: lost.uuid } })
    expect(await statementsOf(again)).toEqual({ checks: 1, others: 1 })
    expect((await again()).data.clients.nodes).toEqual([{ legalName: 'Kept' }])
  })

  it('is shared by the users of a company, if they may see the same', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    await newClient(company, { legalName: 'Shared' })
    await keep(CLIENTS, await authorizationOf(company.admin))
    const ofTechnician = await authorizationOf(company.technician)
    const send = () => post(CLIENTS, {}, ofTechnician, Promise.resolve(keeping))
    await send()
    expect(await statementsOf(send)).toEqual({ checks: 1, others: 0 })
    const ofOther = await authorizationOf(other.admin)
    const { data } = await keep(CLIENTS, ofOther)
    expect(data.clients).toEqual({ totalCount: 0, nodes: [] })
  })

  it('is not sent to a user who has signed out, or has another role', async () => {
    const company = await newCompany(db)
    const [first, second] = [
      await authorizationOf(company.admin),
      await authorizationOf(company.admin),
    ]
    const query = `{ viewer { role } ${CLIENTS.slice(1)}`
    for (const headers of [first, second]) await keep(query, headers)
    await post('mutation { logout(input: {}) { ok } }', {}, first)
    const signedOut = await post(query, {}, first, Promise.resolve(keeping))
    expect(signedOut.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED')
    await db.prisma.membership.updateMany({
      where: { companyId: company.companyId, userId: company.admin.viewer.userId },
      data: { role: 'technician' },
    })
    const { data } = await post(query, {}, second, Promise.resolve(keeping))
    expect(data.viewer.role).toBe('TECHNICIAN')
  })

  it('is never kept if it contains what changes without an entry', async () => {
    const company = await newCompany(db)
    const headers = await authorizationOf(company.admin)
    for (const query of [
      '{ jobs { totalCount nodes { totalMinutes } } }',
      '{ clients { totalCount nodes { updatedAt } } }',
      '{ documents { totalCount nodes { url } } }',
      '{ auditLog { totalCount nodes { recordId } } }',
    ]) {
      await keep(query, headers)
      const send = () => post(query, {}, headers, Promise.resolve(keeping))
      const { checks, others } = await statementsOf(send)
      expect([checks, others > 0], query).toEqual([0, true])
    }
  })

  it('may have cursors and the values of stored JSON', async () => {
    const company = await newPopulatedCompany()
    const headers = await authorizationOf(company.admin)
    for (const query of [
      '{ clients { totalCount edges { cursor } pageInfo { hasNextPage startCursor endCursor } } }',
      '{ assets(last: 2) { nodes { code customFieldValues { label value } } pageInfo { hasPreviousPage } } }',
      '{ assetTypes { nodes { customFields { label options } } } }',
    ]) {
      const { errors } = await keep(query, headers)
      expect(errors, query).toBeUndefined()
      const send = () => post(query, {}, headers, Promise.resolve(keeping))
      expect(await statementsOf(send), query).toEqual({ checks: 1, others: 0 })
    }
  })

  it('may be a whole dashboard page', async () => {
    const company = await newCompany(db)
    const headers = await authorizationOf(company.admin)
    for (const { service } of [Q5, Q12]) {
      const send = () =>
        post(
          String(service),
          { now: '2026-11-26T00:00:00.000Z' },
          headers,
          Promise.resolve(keeping),
        )
      await send()
      await send()
      expect(await statementsOf(send)).toEqual({ checks: 1, others: 0 })
    }
  })

  it('is read once for all requests that wait for it', async () => {
    const company = await newCompany(db)
    const headers = await authorizationOf(company.admin)
    await keep(CLIENTS, headers)
    await newClient(company, { legalName: 'New' })
    // While a transaction is open that began before the change, the new answer is not kept.
    await untilSettled(company.admin)
    const send = () => post(CLIENTS, {}, headers, Promise.resolve(keeping))
    const answers: Awaited<ReturnType<typeof send>>[] = []
    const { checks, others } = await statementsOf(async () => {
      const all = await Promise.all(Array.from({ length: 12 }, send))
      answers.push(...all)
    })
    expect(answers.map(({ data }) => data.clients.totalCount)).toEqual(Array(12).fill(1))
    // Equal statements that wait are sent once.
    expect(checks).toBeGreaterThan(0)
    expect(checks).toBeLessThanOrEqual(12)
    expect(others).toBeLessThan(4)
  })
})

describe('an answer that compares the time with due dates', () => {
  it('is kept until the next due date, and not after it', async () => {
    const company = await newCompany(db)
    const headers = await authorizationOf(company.admin)
    const query = `{ assets(filter: { overdue: true }) { totalCount } assetStatistics(groupBy: [STATUS]) { nodes { status count } } }`
    const send = async (address: string) =>
      JSON.stringify((await post(query, {}, headers, Promise.resolve(address))).data)
    await newAsset(company, { nextInspection: new Date(Date.now() + 2500) })
    await keep(query, headers)
    expect(await statementsOf(() => send(keeping))).toEqual({ checks: 1, others: 0 })
    const seen = new Set<string>()
    const end = Date.now() + 4000
    while (Date.now() < end) {
      await delay(20)
      const before = await send(plain)
      const kept = await send(keeping)
      expect([before, await send(plain)]).toContain(kept)
      seen.add(kept)
    }
    expect(seen.size).toBe(2)
  })
})

describe('entity tags', () => {
  const get = (path: string, headers: Record<string, string>) =>
    fetch(`${keeping}/graphql?query=${encodeURIComponent(path)}`, { headers })

  it('are sent with kept answers; a request that brings the tag gets 304 without a body', async () => {
    const company = await newCompany(db)
    const headers = await authorizationOf(company.admin)
    await keep(CLIENTS, headers)
    const send = (tag?: string) =>
      fetch(`${keeping}/graphql`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(tag && { 'if-none-match': tag }),
        },
        body: JSON.stringify({ query: CLIENTS }),
      })
    const tag = (await send()).headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/)
    const same = await send(`"other", ${tag}`)
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', tag])
    await newClient(company)
    const changed = await send(tag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
    expect((await send(changed.headers.get('etag') ?? '')).status).toBe(304)
  })

  it('are sent with each GET that SQL answers', async () => {
    const company = await newCompany(db)
    const headers = { ...(await authorizationOf(company.admin)), 'apollo-require-preflight': 'yes' }
    const query = '{ company { name } }'
    await get(query, headers)
    const first = await get(query, headers)
    expect(await first.json()).toEqual({ data: { company: { name: expect.any(String) } } })
    const tag = first.headers.get('etag') ?? ''
    expect((await get(query, { ...headers, 'if-none-match': tag })).status).toBe(304)
    expect(
      (await get(query, { 'apollo-require-preflight': 'yes', 'if-none-match': tag })).status,
    ).toBe(401)
    expect((await get('mutation { logout(input: {}) { ok } }', headers)).status).toBe(405)
    const { authorization } = headers
    expect((await get(query, { authorization })).status).toBe(400)
  })
})

describe('an answer of a database server', () => {
  const first = { server: 'one', risks: '', at: 1000, entry: null, state: null, open: [] }

  it.each([
    ['the same server', { ...first, at: 2000 }, 2],
    ['a server that was started at another time', { ...first, at: 2000, server: 'other' }, 3],
    ['a server whose clock is behind', { ...first, at: 500 }, 3],
  ])('is compared with the log of %s', async (_title, later, reads) => {
    const answers = new KeptAnswers({ maxBytes: 1_000_000, minCost: 0 })
    const sources = { types: [], readsStates: false, moments: [] }
    const source = { companyId: 1, key: 'key', sources }
    let mark = first
    let count = 0
    const send = () =>
      answers.answer(source, {
        check: async () => ({ mark, hasChanged: false, nextMoment: undefined, position: 0n }),
        read: async () => `text ${(count += 1)}`,
      })
    // The first request is only noted.
    await send()
    await send()
    mark = later
    expect((await send())?.text).toBe(`text ${reads}`)
  })
})

describe('the kept texts', () => {
  const mark = { server: '', risks: '', at: 0, entry: null, state: null, open: [] }
  const text = (length: number) => ({ text: 'x'.repeat(length), tag: '', mark, until: undefined })

  it('of the company that has most are dropped, the oldest first', () => {
    const texts = new KeptTexts(100_000)
    texts.set(1, 'small', text(5000))
    for (let number = 0; number < 20; number += 1) texts.set(2, String(number), text(5000))
    expect(texts.bytes).toBeLessThanOrEqual(100_000)
    expect(texts.get(1, 'small')).toBeDefined()
    expect(texts.get(2, '0')).toBeUndefined()
    expect(texts.get(2, '19')).toBeDefined()
    expect(texts.count).toBe(9)
  })

  it('are not larger than a quarter of the limit', () => {
    const texts = new KeptTexts(100_000)
    texts.set(1, 'large', text(20_000))
    expect(texts.count).toBe(0)
  })
})
