import { beforeEach, expect, it } from 'vitest'
import { queueMail } from '../../../src/domain/mail/queue-mail.js'
import { type MailServices, sendNextMail } from '../../../src/domain/mail/send-next-mail.js'
import { startMailWorker } from '../../../src/domain/mail/mail-worker.js'
import { openMailer } from '../../../src/mail/open-mailer.js'
import { newCompany, newUser } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { type MailServer, startMailServer, tokenIn } from '../../support/mail-server.js'
import { silentLog } from '../../support/silent-log.js'

const db = testDatabase()
const serviceDb = serviceDatabase()
let server: MailServer
let services: MailServices

// The outbox is the same for all companies: mails of other test files are not due in this one.
beforeEach(async () => {
  await db.pool.query('delete from queued_mail')
  server = await startMailServer()
  services = {
    db: serviceDb,
    mailer: openMailer({ url: server.url, from: 'no-reply@inspections.example' }),
    log: silentLog,
    links: { passwordResetUrl: 'https://app.example/reset?token={token}' },
  }
})

const queueReset = (email: string) =>
  queueMail(db.prisma, { kind: 'password_reset', email, companyId: null })
const queued = () => db.prisma.queuedMail.findMany({ orderBy: { id: 'asc' } })
// The column has milliseconds: a rounded `now()` can be in the future.
const makeDue = () =>
  db.pool.query(`update queued_mail set next_attempt_at = now() - interval '1 second'`)

it('sends a mail with a link, whose token is stored only as a hash', async () => {
  const company = await newCompany(db)
  const { email, firstName } = await newUser(company)
  await queueReset(email)
  expect(await sendNextMail(services)).toBe('done')
  expect(await sendNextMail(services)).toBe('none')
  const [mail] = server.mailsTo(email)
  const token = tokenIn(mail!)
  expect(mail?.text).toContain(`Hello ${firstName},`)
  expect(mail?.text).toContain(`https://app.example/reset?token=${token}\n`)
  expect(token.length).toBeGreaterThan(50)
  const { rows } = await db.pool.query(
    'select t::text from password_token t union all select q::text from queued_mail q',
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await queued()).toEqual([])
})

it('sends a token without a link if no page is configured', async () => {
  const { email } = await newUser(await newCompany(db))
  await queueReset(email)
  await sendNextMail({ ...services, links: { passwordResetUrl: undefined } })
  const [mail] = server.mailsTo(email)
  expect(mail?.text).toContain(tokenIn(mail!))
  expect(mail?.text).not.toContain('https:')
})

it('sends nothing for an unknown address, an inactive and a removed user', async () => {
  const company = await newCompany(db)
  const inactive = await newUser(company, { active: false })
  const removed = await newUser(company, { deletedAt: new Date() })
  for (const email of [inactive.email, removed.email, 'stranger@example.com']) {
    await queueReset(email)
    expect(await sendNextMail(services)).toBe('done')
    expect(server.mailsTo(email)).toEqual([])
  }
  expect(await queued()).toEqual([])
})

it('sends one mail with a token for each company to a person in several', async () => {
  const companies = [await newCompany(db), await newCompany(db)]
  const email = `both-${companies[0]!.uuid}@example.com`
  for (const company of companies) await newUser(company, { email })
  await queueReset(email)
  await sendNextMail(services)
  const [mail, ...others] = server.mailsTo(email)
  expect(others).toEqual([])
  expect(new Set(mail?.text?.match(/fis_password_[\w-]+/g)).size).toBe(2)
})

it('sends at most five mails to a user within an hour', async () => {
  const { email, id: userId } = await newUser(await newCompany(db))
  const send = async () => {
    await queueReset(email)
    await sendNextMail(services)
    return server.mailsTo(email).length
  }
  for (let sent = 1; sent <= 5; sent += 1) expect(await send()).toBe(sent)
  expect(await send()).toBe(5)
  const earlier = new Date(Date.now() - 1000)
  await db.prisma.passwordToken.updateMany({ where: { userId }, data: { expiresAt: earlier } })
  expect(await send()).toBe(6)
  expect(await db.prisma.passwordToken.count({ where: { userId } })).toBe(1)
})

it('keeps a mail that the server does not accept now, and sends it later', async () => {
  const { email } = await newUser(await newCompany(db))
  await queueReset(email)
  server.answerWith(451)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await makeDue()
    expect(await sendNextMail(services)).toBe('failed')
    expect(await sendNextMail(services)).toBe('none')
    const [{ attempts, nextAttemptAt } = { attempts: 0, nextAttemptAt: new Date() }] =
      await queued()
    expect(attempts).toBe(attempt)
    waits.push(Math.round((nextAttemptAt.getTime() - Date.now()) / 60_000))
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  server.answerWith(undefined)
  await makeDue()
  expect(await sendNextMail(services)).toBe('done')
  expect(server.mailsTo(email)).toHaveLength(1)
})

it('discards a mail that the server refuses permanently, or that is not sent within a day', async () => {
  const { email } = await newUser(await newCompany(db))
  await queueReset(email)
  server.answerWith(550)
  expect(await sendNextMail(services)).toBe('done')
  expect(await queued()).toEqual([])

  await queueReset(email)
  await db.pool.query(`update queued_mail set created_at = now() - interval '25 hours'`)
  server.answerWith(451)
  expect(await sendNextMail(services)).toBe('done')
  expect(await queued()).toEqual([])
})

it('sends each mail once with several workers', async () => {
  const company = await newCompany(db)
  const emails: string[] = []
  for (let made = 0; made < 12; made += 1) emails.push((await newUser(company)).email)
  for (const email of emails) await queueReset(email)
  const stops = [1, 2, 3].map(() => startMailWorker(services, 5))
  await expect.poll(queued, { timeout: 20_000 }).toEqual([])
  await Promise.all(stops.map((stop) => stop()))
  for (const email of emails) expect(server.mailsTo(email)).toHaveLength(1)
})

it('goes on after the database was unavailable, and sends nothing after it was stopped', async () => {
  const { email } = await newUser(await newCompany(db))
  await queueReset(email)
  let failures = 0
  const query: typeof serviceDb.query = (statement) => {
    if (failures < 2) {
      failures += 1
      return Promise.reject(new Error('Connection terminated'))
    }
    return serviceDb.query(statement)
  }
  const forCaller: typeof serviceDb.forCaller = (caller) => serviceDb.forCaller(caller)
  const stop = startMailWorker({ ...services, db: { query, forCaller } }, 5)
  await expect.poll(() => server.mailsTo(email).length, { timeout: 20_000 }).toBe(1)
  await stop()
  await queueReset(email)
  expect(await queued()).toHaveLength(1)
  expect(server.mailsTo(email)).toHaveLength(1)
})
