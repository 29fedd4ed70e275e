import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { v7 as newUuid } from 'uuid'
import { createChecklist } from '../../../src/domain/checklist/create-checklist.js'
import { domainOf, newUser, type TestCompany } from '../../support/builders.js'
import { newSession } from '../../support/sessions.js'
import { sentBy } from '../../support/statements.js'
import { inputTypeOf, mutationNames } from '../../graphql/mutations/run-mutation.js'
import { validInputs } from '../../graphql/mutations/valid-inputs.js'
import { SECOND } from './company-sizes.js'
import { openPlannedService, server } from './planned-service.js'

/** A mutation reads fewer rows of each table, or entries of its indexes. One that does not find records by key reads all of the company. */
const MOST = 200

describe.skipIf(!server)('in a large company', () => {
  let service: Awaited<ReturnType<typeof openPlannedService>>
  let company: TestCompany
  beforeAll(async () => {
    service = await openPlannedService({ planCacheMode: 'force_generic_plan' })
    company = await secondCompany()
  })
  afterAll(() => service.close())

  /** The second company, in which records can be created, as the builders of tests expect it. */
  async function secondCompany() {
    const { db } = service
    const { company: companyId } = SECOND
    await db.pool.query(CONTINUE_IDS)
    await db.pool.query(
      'update company set job_number = 10000, allow_external_barcodes = true where id = $1',
      [companyId],
    )
    await db.pool.query(`update asset_type set short_code = 'S' || id where company_id = $1`, [
      companyId,
    ])
    const { uuid } = await db.prisma.company.findUniqueOrThrow({ where: { id: companyId } })
    const bare = { db, companyId, uuid }
    const users = {
      admin: await newUser(bare, { role: 'admin' }),
      technician: await newUser(bare),
    }
    const admin = domainOf(bare, users.admin.id, 'admin')
    const technician = domainOf(bare, users.technician.id, 'technician')
    return { ...bare, users, admin, technician } satisfies TestCompany
  }

  const rowsRead = async () => {
    const { rows } = await service.db.pool.query<{ table: string; read: number }>(READ)
    return new Map(
      rows.filter(({ table }) => service.big.has(table)).map(({ table, read }) => [table, read]),
    )
  }

  /** An asset of a type that many assets have, and a question of the checklist of this type. */
  async function questionedAsset() {
    const { db, companyId } = company
    const questionId = newUuid()
    const question = { kind: 'YES_NO', text: 'Is it in order?', opensFinding: 'High' } as const
    const sections = [{ name: 'All', questions: [{ ...question, questionId }] }]
    const { id } = await createChecklist(company.admin, { name: 'Check', sections })
    const { uuid, typeId } = await db.prisma.asset.findFirstOrThrow({
      where: { companyId, deletedAt: null, decommissionedAt: null },
    })
    await db.pool.query(
      'update asset_type set checklist_id = $3 where company_id = $1 and id = $2',
      [companyId, typeId, id],
    )
    const version = await db.prisma.checklistVersion.findFirstOrThrow({
      where: { companyId, checklistId: id },
    })
    return { assetId: uuid, checklistVersionId: version.uuid, questionId }
  }

  it('an inspection that opens a finding, a late one and a voided one find records by key', async () => {
    const { db, companyId } = company
    let asset: Awaited<ReturnType<typeof questionedAsset>> | undefined
    const answer = async (value: string, daysAgo: number) => {
      const { questionId, ...input } = (asset ??= await questionedAsset())
      const inspectedAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
      return { ...input, inspectedAt, answers: [{ questionId, value }] }
    }
    const finding = () =>
      db.prisma.finding.findFirst({
        where: { companyId, questionId: asset?.questionId ?? null, deletedAt: null },
        select: { status: true, inspection: { select: { uuid: true } } },
      })
    await findsByKey('recordInspection', () => answer('NO', 1))
    const opened = await finding()
    expect(opened?.status).toBe('open')
    await findsByKey('recordInspection', () => answer('YES', 2))
    expect(await finding()).toEqual(opened)
    const id = opened?.inspection?.uuid
    await findsByKey('voidInspection', () => Promise.resolve({ id, reason: 'wrong asset' }))
    expect(await finding()).toBeNull()
  })

  it('an inspection of an asset with many others does not read them', async () => {
    const { db, companyId, users } = company
    const { assetId, checklistVersionId, questionId } = await questionedAsset()
    await db.pool.query(
      `insert into inspection (uuid, company_id, inspector_id, asset_id, outcome, inspected_at)
      select gen_random_uuid(), $1, $2, asset.id, 'passed', now() - make_interval(days => day)
      from asset, generate_series(1, ${2 * MOST}) as day where asset.company_id = $1 and asset.uuid = $3`,
      [companyId, users.technician.id, assetId],
    )
    const input = { assetId, checklistVersionId, answers: [{ questionId, value: 'YES' }] }
    await findsByKey('recordInspection', () => Promise.resolve(input))
  })

  it.each(mutationNames)('%s finds records by key', (name) =>
    findsByKey(name, async () => (await validInputs[name]?.(company)) ?? {}),
  )

  async function findsByKey(name: string, inputOf: () => Promise<object>) {
    const { db, app } = service
    let input = {}
    let accessToken = ''
    const prepare = async () => {
      input = await inputOf()
      accessToken = (await newSession(company.admin, 'graphql')).accessToken
    }
    await flush(await sentBy(db.pool, prepare))
    const query = `mutation ($input: ${String(inputTypeOf(name))}!) { ${name}(input: $input) { userErrors { code field } } }`
    const send = async () => {
      const headers = { authorization: `Bearer ${accessToken}` }
      const payload = { query, variables: { input } }
      const response = await app.inject({ method: 'POST', url: '/graphql', headers, payload })
      expect(response.json()).toEqual({ data: { [name]: { userErrors: [] } } })
    }
    const before = await rowsRead()
    await flush(await sentBy(db.pool, send))
    const after = await rowsRead()
    const many = [...after].filter(([table, read]) => read - (before.get(table) ?? 0) >= MOST)
    expect(many).toEqual([])
  }
})

/** Adds what connections have read to the statistics of PostgreSQL. */
async function flush(sent: Awaited<ReturnType<typeof sentBy>>) {
  for (const client of new Set(sent.map((each) => each.client)))
    await client.query('select pg_stat_force_next_flush()')
}

const READ = `
  select t.relname as table, (t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0))::int as read
  from pg_stat_user_tables t left join pg_stat_user_indexes i using (relid) group by t.relid, t.relname, t.seq_tup_read`

/** The rows were inserted with their ids. */
const CONTINUE_IDS = `
  do $$ declare found record; begin
    for found in select attrelid::regclass as name, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
      from pg_attribute where attname = 'id' and atttypid = 'int4'::regtype and attrelid > 16383
        and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null
    loop execute format('select setval(%L, greatest((select max(id) from %s), 1))', found.sequence, found.name); end loop;
  end $$`
