import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource, migrateSource } from '../../src/db/connect.js'
import { serverSource } from '../../src/db/source.js'
import { explain, nodesOf } from '../db/plans/explain.js'
import { runAdmin } from '../support/admin-command.js'
import { newAssetType, newCompany, newSite, newZone } from '../support/builders.js'
import { findPostgres } from '../support/cluster.js'
import { directUrl } from '../support/direct-url.js'
import { post, startService, tokenOf } from '../support/graphql.js'
import { PATIENT } from '../support/patient-settings.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { sentBy } from '../support/statements.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { withOwnStatements } from '../support/own-statements.js'

const server = process.env['DATABASE_URL'] ?? ''
const TREE = `{ sites(first: 5) { totalCount nodes { name
  zones(first: 5) { nodes { name assets(first: 10) { totalCount nodes { code } } } } } } }`

/** An empty database of the server, and what it answers. */
async function newDatabase() {
  const { url, drop } = await createEmptyDatabase(server)
  onTestFinished(drop)
  const open = () => {
    const db = withOwnStatements(connectSource(serverSource(url), readConfig(PATIENT), silentLog))
    onTestFinished(() => db.close())
    return db
  }
  const migrate = async () => {
    const warnings: object[] = []
    const log = { ...silentLog, warn: (details: object) => warnings.push(details) }
    await migrateSource(serverSource(directUrl(url)), 60_000, log)
    return warnings
  }
  const check = async () => {
    const { stdout } = await runAdmin({ DATABASE_URL: url }, ['check', '--json'])
    return JSON.parse(stdout) as { ok: boolean; statistics: string }
  }
  return { url: directUrl(url), open, migrate, check }
}

/** How many blocks a tree reads: a measure of its plan that does not depend on the speed of the machine. */
async function blocksOfTree(db: ReturnType<typeof withOwnStatements>, authorization: string) {
  const address = startService({}, db)
  const read = () => post(TREE, {}, { authorization }, address)
  const { data } = await read()
  const sent = await sentBy(db.pool, read)
  let blocks = 0
  for (const statement of sent.filter(({ text }) => text.includes('asset'))) {
    const { Plan } = await explain(db.pool, statement, 'for its values')
    const [top] = nodesOf(Plan)
    blocks += (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0)
  }
  expect(blocks).toBeGreaterThan(0)
  return { blocks, data }
}

it.runIf(server)(
  'after pg_restore, check and the start ask for statistics; then a tree is as cheap as before',
  async () => {
    const bin = findPostgres()
    if (bin === undefined) throw new Error('The programs of PostgreSQL are not installed.')
    const [source, target] = [await newDatabase(), await newDatabase()]
    await source.migrate()
    const db = source.open()
    // The dump has this setting too, so that autovacuum does not analyze the restored tables meanwhile.
    for (const table of ['asset', 'audit_entry'])
      await db.pool.query(`alter table ${table} set (autovacuum_enabled = false)`)
    const company = await newCompany(db)
    const { id: typeId } = await newAssetType(company)
    for (let number = 0; number < 20; number += 1) {
      const { id: siteId } = await newSite(company)
      const { id: zoneId } = await newZone(company, { siteId })
      await db.pool.query(
        `insert into asset (uuid, company_id, zone_id, type_id, user_id, code)
       select gen_random_uuid(), $1, $2, $3, $4, 'A-' || $2::int || '-' || i from generate_series(1, 1000) i`,
        [company.companyId, zoneId, typeId, company.users.admin.id],
      )
    }
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    execFileSync(join(bin, 'vacuumdb'), ['--quiet', '--analyze', '-d', source.url])
    const before = await blocksOfTree(db, authorization)

    const file = join(await temporaryFolder(), 'dump')
    execFileSync(join(bin, 'pg_dump'), ['-Fc', source.url, '-f', file])
    const into = ['-d', target.url]
    execFileSync(join(bin, 'pg_restore'), ['--exit-on-error', '--no-owner', ...into, file])
    expect(await target.migrate()).toEqual([
      { tables: expect.arrayContaining(['asset', 'audit_entry']) },
    ])
    expect(await target.check()).toMatchObject({
      ok: false,
      statistics: expect.stringMatching(/asset.*vacuumdb --analyze-in-stages/),
    })

    execFileSync(join(bin, 'vacuumdb'), ['--quiet', '--analyze-in-stages', ...into])
    expect(await target.migrate()).toEqual([])
    expect(await target.check()).toMatchObject({ ok: true, statistics: 'ok' })
    const after = await blocksOfTree(target.open(), authorization)
    expect(after.data).toEqual(before.data)
    expect(after.blocks).toBeLessThan(10 * before.blocks)
  },
)
