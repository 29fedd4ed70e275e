import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { openDatabase } from '../../src/db/connect.js'
import { runAdmin } from '../support/admin-command.js'
import { ownDatabase } from '../support/own-database.js'
import { PATIENT } from '../support/patient-settings.js'
import { silentLog } from '../support/silent-log.js'

it('commands do not apply the migrations that a database with data lacks, and check lists them', async () => {
  const own = await ownDatabase()
  onTestFinished(own.remove)
  const db = await openDatabase(readConfig({ ...PATIENT, ...own.env }), silentLog)
  const { rows } = await db.pool.query<{ migration_name: string }>(
    `delete from _prisma_migrations where migration_name = '0007_service_state' returning migration_name`,
  )
  await db.close()
  expect(rows).toHaveLength(1)

  const refused = await runAdmin(own.env, ['company', 'list'])
  expect([refused.status, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain('lacks migrations of this version: 0007_service_state.')

  const { status, stdout } = await runAdmin(own.env, ['check', '--json'])
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    {
      ok: false,
      configuration: 'ok',
      database: 'ok',
      migrations: 'pending, the next start applies them: 0007_service_state',
      statistics: 'ok',
    },
  ])
})
