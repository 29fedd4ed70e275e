import { expect, test } from 'vitest'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { startService } from '../support/graphql.js'
import { newScripts } from './script-runs.js'

const db = testDatabase()

test('import users invites those without a password, and creates the others', async () => {
  const company = await newCompany(db)
  // The mails remain in the queue: this service does not send them.
  const target = await startService({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@inspections.example',
  })
  const { file, write, run, report } = await newScripts(target, company.users.admin.email)
  const domain = `company-${company.companyId}.example`
  await write(
    'firstName,lastName,email,role,active,timezone,profile.mobile,profile.dialingCode,password',
    `Ada,King,Ada@${domain},technician,yes,Europe/London,07400 123456,GB,`,
    `Bo,Lee,bo@${domain},ADMIN,no,,,,the password of a new user`,
    `Cy,Ray,cy@${domain},technician,no,,,,`,
    `Di,Fox,di@${domain},boss,,,,,`,
  )
  const { status, stderr } = await run('import', 'users', file)
  expect(status, stderr).toBe(1)
  expect((await report()).map((row) => [row['status'], row['errors']])).toEqual([
    ['created', ''],
    ['created', ''],
    ['failed', 'active: A user without a password is active.'],
    ['failed', 'role: "boss" is not one of ADMIN, TECHNICIAN.'],
  ])
  const { companyId } = company
  const users = await db.prisma.user.findMany({
    where: { companyId, email: { endsWith: domain } },
    orderBy: { email: 'asc' },
  })
  expect(users).toMatchObject([
    { firstName: 'Ada', active: true, timezone: 'Europe/London' },
    { firstName: 'Bo', active: false },
  ])
  const mails = await db.prisma.queuedMail.findMany({ where: { companyId } })
  expect(mails).toMatchObject([{ kind: 'invitation', email: `ada@${domain}` }])

  await write('email,lastName,active', `ADA@${domain},Lovelace,no`, `BO@${domain},Lee,no`)
  const again = await run('import', 'users', file)
  expect(again.stdout, again.stderr).toContain('2 rows: 1 updated, 1 unchanged.')
})
