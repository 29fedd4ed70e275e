import { beforeEach, expect, it } from 'vitest'
import type { MailKind } from '../src/domain/notification/mail-kinds.js'
import { type Unsubscribing, unsubscribePath } from '../src/domain/notification/unsubscribe-link.js'
import { errorCodesOf, runMutation } from './graphql/mutations/run-mutation.js'
import { newCompany, newUser, type TestCompany } from './support/builders.js'
import { testDatabase } from './support/database.js'
import { graph, service } from './support/graphql.js'

const db = testDatabase()

let company: TestCompany
beforeEach(async () => {
  company = await newCompany(db, { appName: 'Harbour' })
})

const pathFor = async (what: Unsubscribing) => {
  const { companyId, users } = company
  const { linkSecret: secret } = await db.prisma.company.findUniqueOrThrow({
    where: { id: companyId },
  })
  return unsubscribePath({ companyId, uuid: users.technician.uuid, secret }, what)
}

const send = async (path: string, method = 'GET', init: RequestInit = {}) =>
  fetch(`${await service()}${path}`, { method, ...init })

const preferences = async () => {
  const fields = 'notificationPreferences { mails digestDays digestHour }'
  const { data } = await graph(company.technician)(`{ viewer { user { ${fields} } } }`)
  return data.viewer.user.notificationPreferences as Record<string, unknown>
}

const DEFAULTS: readonly MailKind[] = ['JOB_ASSIGNED', 'JOB_MOVED', 'JOB_CANCELLED']

it('asks on a page, and turns the mails off with a POST, as mail programs send it', async () => {
  const path = await pathFor(['JOB_MOVED', 'JOB_LATE'])
  const page = await send(path)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Jobs that have other times')
  expect((await preferences())['mails']).toEqual(DEFAULTS)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const done = await send(path, 'POST', { body: 'List-Unsubscribe=One-Click', headers })
  expect(done.status).toBe(200)
  expect((await preferences())['mails']).toEqual(['JOB_ASSIGNED', 'JOB_CANCELLED'])
  expect((await send(path, 'POST')).status).toBe(200)
  const { data } = await graph(company.admin)(
    '{ auditLog(first: 1, filter: { recordTypes: [USER] }) { nodes { operation user { id } changes { field before after } } } }',
  )
  expect(data.auditLog.nodes).toEqual([
    {
      operation: 'updateNotificationPreferences',
      user: { id: company.users.technician.uuid },
      changes: [{ field: 'mails', before: null, after: '["JOB_ASSIGNED", "JOB_CANCELLED"]' }],
    },
  ])
})

it('turns the digest off', async () => {
  const input = { digestDays: ['SUNDAY', 'MONDAY'], digestHour: 6, mails: null }
  const updated = await runMutation(company.technician, 'updateNotificationPreferences', input)
  expect(updated.userErrors).toEqual([])
  expect(await preferences()).toEqual({
    mails: DEFAULTS,
    digestDays: ['SUNDAY', 'MONDAY'],
    digestHour: 6,
  })
  expect((await send(await pathFor('DIGEST'), 'POST')).status).toBe(200)
  expect(await preferences()).toMatchObject({ digestDays: [], digestHour: 6 })
})

it('does not exist with another signature, user, company or kind', async () => {
  const path = await pathFor(['JOB_MOVED'])
  const other = await newUser(company)
  const wrong = [
    path.replace(/...$/, 'xxx'),
    path.replace('JOB_MOVED', 'JOB_ASSIGNED'),
    path.replace(company.users.technician.uuid, other.uuid),
    path.replace(/\d+/, String((await newCompany(db)).companyId)),
    path.replace(/\d+/, '99999999999'),
    '/unsubscribe/1/x/y/z',
  ]
  for (const each of wrong) expect((await send(each, 'POST')).status).toBe(404)
  expect((await preferences())['mails']).toEqual(DEFAULTS)
  expect((await send(path, 'DELETE')).headers.get('allow')).toBe('GET, HEAD, POST')
})

it('refuses an hour that no day has', async () => {
  const codes = await errorCodesOf(company.technician, 'updateNotificationPreferences', {
    digestHour: 24,
  })
  expect(codes).toEqual(['OUT_OF_RANGE digestHour'])
})
