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
const queueInvitation = (email: string, companyId: number) =>
  queueMail(db.prisma, { kind: 'invitation', email, companyId })
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
})

it('keeps a mail that the server does not accept now, and sends it later', async () => {
  const { email } = await newUser(await newCompany(db))
  await queueReset(email)
  server.answerWith(451)
  const waits: number[] = []
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await makeDue()
    expect(await sendNextMail(services)).toBe('delayed')
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

/** Longer than the tests run: a worker that pauses sends nothing any more. */
const FOR_EVER = 3_600_000

it('delays only the mails that are refused for now', async () => {
  const company = await newCompany(db)
  const users = []
  for (let made = 0; made < 6; made += 1) users.push(await newUser(company))
  const emails = users.map(({ email }) => email)
  for (const email of emails) await queueInvitation(email, company.companyId)
  server.delay(emails.slice(0, 5))
  const stop = startMailWorker(services, FOR_EVER)
  await expect.poll(() => server.recipients()).toEqual(emails.slice(5))
  await stop()
  expect((await queued()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1])
  expect(await db.prisma.passwordToken.count({ where: { userId: users[0]!.id } })).toBe(0)
})

it.each([
  ['cannot be reached', async () => 'smtp://127.0.0.1:1'],
  [
    'refuses the login',
    async () => {
      const { url } = await startMailServer({ name: 'robot', password: 'secret' })
      return url.replace('secret', 'wrong')
    },
  ],
  [
    'refuses the sender',
    async () => {
      server.answerWith(550, 'MAIL')
      return server.url
    },
  ],
  [
    'is about to stop',
    async () => {
      server.answerWith(421)
      return server.url
    },
  ],
])('keeps all mails and pauses while the server %s', async (_reason, urlOf) => {
  const company = await newCompany(db)
  for (let made = 0; made < 3; made += 1) {
    await queueInvitation((await newUser(company)).email, company.companyId)
  }
  const mailer = openMailer({ url: await urlOf(), from: 'no-reply@inspections.example' })
  const stop = startMailWorker({ ...services, mailer }, FOR_EVER)
  const attempts = async () => (await queued()).map((mail) => mail.attempts).sort()
  await expect.poll(attempts).toEqual([0, 0, 1])
  await stop()
  expect(await attempts()).toEqual([0, 0, 1])
})

/** Companies take turns by times with milliseconds. */
async function nextMillisecond() {
  const now = Date.now()
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now)
}

it('sends mails for new passwords first, then invitations, for which companies take turns', async () => {
  const companies = [await newCompany(db), await newCompany(db), await newCompany(db)]
  const queue = async (at: number) => {
    const company = companies[at]!
    const { email } = await newUser(company)
    await queueInvitation(email, company.companyId)
    return email
  }
  const first = [await queue(0), await queue(0), await queue(0), await queue(0)]
  const second = [await queue(1), await queue(1)]
  const third = [await queue(2)]
  const { email } = await newUser(companies[0]!)
  await queueReset(email)
  await queueReset('stranger@example.com')
  for (let sent = 0; sent < 9; sent += 1) {
    expect(await sendNextMail(services)).toBe('done')
    await nextMillisecond()
  }
  expect(await sendNextMail(services)).toBe('none')
  const inTurn = [first[0], second[0], third[0], first[1], second[1], first[2], first[3]]
  expect(server.recipients()).toEqual([email, ...inTurn])

  // A company that comes later does not wait for the invitations of another.
  const more = [await queue(0), await queue(0), await queue(0)]
  await sendNextMail(services)
  await nextMillisecond()
  const late = await queue(1)
  await sendNextMail(services)
  expect(server.recipients().slice(-2)).toEqual([more[0], late])
})

it('has names without links and line breaks, of at most 60 characters', async () => {
  const names = [
    ['https://evil.example/x', 'https evil example/x'],
    ['Win at www.evil.example', 'Win at www evil example'],
    ['evil。example', 'evil example'],
    ['call bo@evil.example', 'call bo evil example'],
    ['mailto:bo', 'mailto bo'],
    ['Ann\r\n\r\nYour code: 1', 'Ann Your code: 1'],
    ['A. B. Marsh A/S', 'A. B. Marsh A/S'],
    ['x'.repeat(200), `${'x'.repeat(57)}...`],
  ]
  for (const [name = '', shown = ''] of names) {
    const company = await newCompany(db, { name })
    const { email } = await newUser(company, { firstName: name })
    await queueInvitation(email, company.companyId)
    expect(await sendNextMail(services)).toBe('done')
    const { text = '' } = server.mailsTo(email)[0]!
    expect(text).toContain(`Hello ${shown},\n`)
    expect(text.replaceAll('\n', ' ')).toContain(`${shown} has created an account for you.`)
    expect(text.match(/https?:\S+/g)).toEqual([
      expect.stringContaining('https://app.example/reset'),
    ])
    const long = text.split('\n').filter((line) => line.length > 76)
    expect(long.filter((line) => !line.startsWith('https://app.example/'))).toEqual([])
  }
})

it('names the operation that requested it in the audit entry of its token', async () => {
  const company = await newCompany(db)
  const { email, uuid } = await newUser(company)
  await queueReset(email)
  await sendNextMail(services)
  await queueInvitation(email, company.companyId)
  await sendNextMail(services)
  const entries = await db.prisma.auditEntry.findMany({
    where: { companyId: company.companyId, recordId: uuid, action: 'updated' },
    orderBy: [{ transactionId: 'asc' }, { id: 'asc' }],
  })
  const operations = entries.map(({ operation }) => operation)
  expect(operations.slice(-2)).toEqual(['requestPasswordReset', 'inviteUser'])
})

it('sends each mail once with several workers', async () => {
  const company = await newCompany(db)
  const emails: string[] = []
  for (let made = 0; made < 12; made += 1) emails.push((await newUser(company)).email)
  for (const email of emails) await queueReset(email)
  const stops = [1, 2, 3].map(() => startMailWorker(services, 5))
  await expect.poll(queued).toEqual([])
  await Promise.all(stops.map((stop) => stop()))
  for (const email of emails) expect(server.mailsTo(email)).toHaveLength(1)
})

it('goes on after the database was unavailable, and sends nothing after it was stopped', async () => {
  const { email } = await newUser(await newCompany(db))
  await queueReset(email)
  let failures = 0
  const read: typeof serviceDb.read = (statement) => {
    if (failures < 2) {
      failures += 1
      return Promise.reject(new Error('Connection terminated'))
    }
    return serviceDb.read(statement)
  }
  const write: typeof serviceDb.write = (statement) => serviceDb.write(statement)
  const forCaller: typeof serviceDb.forCaller = (caller) => serviceDb.forCaller(caller)
  const status = () => serviceDb.status()
  const stop = startMailWorker({ ...services, db: { read, write, forCaller, status } }, 5)
  await expect.poll(() => server.mailsTo(email).length).toBe(1)
  await stop()
  await queueReset(email)
  expect(await queued()).toHaveLength(1)
  expect(server.mailsTo(email)).toHaveLength(1)
})
