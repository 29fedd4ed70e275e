import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sendNextMail } from '../../../src/domain/mail/send-next-mail.js'
import { openMailer } from '../../../src/mail/open-mailer.js'
import {
  domainOf,
  newCompany,
  newUser,
  PASSWORD,
  type TestCompany,
} from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { post, startService } from '../../support/graphql.js'
import { type MailServer, startMailServer, tokenIn } from '../../support/mail-server.js'
import { newSession } from '../../support/sessions.js'
import { silentLog } from '../../support/silent-log.js'
import { statementsOf } from '../../support/statements.js'
import { errorCodesOf, runMutation, send } from './run-mutation.js'

const db = testDatabase()
const NEW = 'a completely new one'

// Failed attempts count for the network of all tests on this database.
afterAll(() => db.pool.query('delete from login_attempt'))

/** A service with a low limit, and the headers of a client whose network has no attempts yet. */
const throttled = (network: string) => ({
  address: startService({ LOGIN_ATTEMPTS_PER_MINUTE: '2', TRUST_PROXY: 'on' }),
  client: { 'x-forwarded-for': network },
})

const statusOf = async (token: string) =>
  (await post('{ viewer { role } }', {}, { authorization: `Bearer ${token}` })).status
const logsIn = async (username: string, password: string) =>
  (await send(undefined, 'login', { username, password })).status === 200

const newTechnician = async (company: TestCompany) => {
  const user = await newUser(company)
  return { ...user, domain: domainOf(company, user.id, 'technician') }
}

describe('changePassword', () => {
  it.each(['admin', 'technician'] as const)('changes the password of a %s', async (role) => {
    const company = await newCompany(db)
    const { email } = company.users[role]
    const input = { current: PASSWORD, new: NEW }
    const { user } = await runMutation(company[role], 'changePassword', input, 'user { email }')
    expect(user).toEqual({ email })
    expect(await logsIn(email, PASSWORD)).toBe(false)
    expect(await logsIn(email, NEW)).toBe(true)
  })

  it('ends the user’s other sessions in all interfaces, and no one else’s', async () => {
    const company = await newCompany(db)
    const own = await newSession(company.technician)
    const others = [
      await newSession(company.technician),
      await newSession(company.technician, 'set_a'),
      await newSession(company.technician, 'set_b'),
    ]
    const colleague = await newSession(company.admin)
    const mutation = `mutation { changePassword(input: { current: "${PASSWORD}", new: "${NEW}" }) { userErrors { code } } }`
    const authorization = `Bearer ${own.accessToken}`
    const { data } = await post(mutation, {}, { authorization })
    expect(data.changePassword.userErrors).toEqual([])
    expect(await statusOf(own.accessToken)).toBe(200)
    for (const { accessToken } of others) expect(await statusOf(accessToken)).toBe(401)
    expect(await statusOf(colleague.accessToken)).toBe(200)
  })

  it('rejects a wrong current password, and new ones that break the rules', async () => {
    const company = await newCompany(db)
    const { domain, email } = await newTechnician(company)
    const refusal = (current: string, password: string) =>
      errorCodesOf(domain, 'changePassword', { current, new: password })
    expect(await refusal('wrong', NEW)).toEqual(['INVALID current'])
    expect(await refusal(PASSWORD, email.toUpperCase())).toEqual(['INVALID new'])
    expect(await refusal(PASSWORD, 'password1234')).toEqual(['INVALID new'])
    expect(await refusal(PASSWORD, 'too short')).toEqual(['INVALID new'])
    expect(await logsIn(email, PASSWORD)).toBe(true)
  })

  it('is RATE_LIMITED after too many wrong passwords', async () => {
    const { address, client } = throttled('203.0.113.1')
    const { domain } = await newTechnician(await newCompany(db))
    const authorization = `Bearer ${(await newSession(domain)).accessToken}`
    const attempt = (current: string) =>
      post(
        `mutation { changePassword(input: { current: "${current}", new: "${NEW}" }) { userErrors { code } } }`,
        {},
        { authorization, ...client },
        address,
      )
    for (const current of ['wrong', 'wrong too']) {
      expect((await attempt(current)).data.changePassword.userErrors).toHaveLength(1)
    }
    const { status, errors } = await attempt(PASSWORD)
    expect(status).toBe(429)
    expect(errors?.[0]?.extensions['code']).toBe('RATE_LIMITED')
  })

  it('lets one of several concurrent changes succeed', async () => {
    const { domain, email } = await newTechnician(await newCompany(db))
    const passwords = [1, 2, 3].map((number) => `${NEW} ${number}`)
    const answers = await Promise.all(
      passwords.map((password) =>
        send(domain, 'changePassword', { current: PASSWORD, new: password }),
      ),
    )
    const changed = answers.map(({ data }) => data?.changePassword.userErrors.length === 0)
    expect(changed.filter(Boolean)).toHaveLength(1)
    for (const [index, password] of passwords.entries()) {
      expect(await logsIn(email, password)).toBe(changed[index])
    }
  })
})

describe('updateProfile', () => {
  it.each(['admin', 'technician'] as const)('changes the own record of a %s', async (role) => {
    const company = await newCompany(db)
    const input = {
      firstName: ' Ada ',
      phoneNumber: '020 7946 0001',
      telephone: '020 7946 0002',
      timezone: 'europe/paris',
    }
    const before = company.users[role]
    const selection =
      'user { firstName lastName phoneNumber timezone role active profile { telephone } }'
    const { user } = await runMutation(company[role], 'updateProfile', input, selection)
    expect(user).toEqual({
      firstName: 'Ada',
      lastName: before.lastName,
      phoneNumber: '020 7946 0001',
      timezone: 'Europe/Paris',
      role: role.toUpperCase(),
      active: true,
      profile: { telephone: '020 7946 0002' },
    })
    const cleared = { phoneNumber: null, telephone: null, timezone: null }
    const again = await runMutation(company[role], 'updateProfile', cleared, selection)
    expect(again.user).toMatchObject({
      firstName: 'Ada',
      phoneNumber: null,
      timezone: 'UTC',
      profile: { telephone: null },
    })
  })

  it('reports all validation errors together', async () => {
    const { technician } = await newCompany(db)
    const refusal = await errorCodesOf(technician, 'updateProfile', {
      firstName: ' ',
      lastName: 'x'.repeat(256),
      phoneNumber: 'x'.repeat(65),
      telephone: 'x'.repeat(65),
      timezone: 'Mars/Olympus',
    })
    expect(refusal.sort()).toEqual([
      'INVALID timezone',
      'REQUIRED firstName',
      'TOO_LONG lastName',
      'TOO_LONG phoneNumber',
      'TOO_LONG telephone',
    ])
  })

  it('cannot change the role, the email address or another user', async () => {
    const { technician } = await newCompany(db)
    for (const field of [
      { role: 'ADMIN' },
      { email: 'a@b.example' },
      { active: false },
      { id: '' },
    ]) {
      const [path] = Object.keys(field)
      const refusal = await errorCodesOf(technician, 'updateProfile', field)
      expect(refusal).toEqual([`BAD_USER_INPUT ${path}`])
    }
  })
})

describe('mail with a token', () => {
  let server: MailServer
  const sendMails = async () => {
    const mailer = openMailer({ url: server.url, from: 'no-reply@inspections.example' })
    const links = { passwordResetUrl: undefined }
    while (
      (await sendNextMail({ db: serviceDatabase(), mailer, log: silentLog, links })) !== 'none'
    );
  }
  const tokenFor = async (email: string) => {
    await sendMails()
    const mail = server.mailsTo(email).at(-1)
    return mail ? tokenIn(mail) : ''
  }
  const request = (email: string) => send(undefined, 'requestPasswordReset', { email })
  const reset = async (token: string, password: string) => {
    const { data } = await send(undefined, 'resetPassword', { token, new: password })
    const { ok, userErrors } = data.resetPassword as {
      ok: boolean | null
      userErrors: { code: string; field: string[] }[]
    }
    return ok ? 'ok' : userErrors.map(({ code, field }) => `${code} ${field.join('.')}`)
  }

  beforeEach(async () => {
    server = await startMailServer()
  })

  it('sets a new password once, and ends all sessions of the user', async () => {
    const company = await newCompany(db)
    const { email, domain } = await newTechnician(company)
    const sessions = [await newSession(domain), await newSession(domain, 'set_a')]
    const colleague = await newSession(company.admin)
    expect((await request(` ${email.toUpperCase()} `)).data.requestPasswordReset.ok).toBe(true)
    const token = await tokenFor(email)
    expect(await logsIn(email, PASSWORD)).toBe(true)

    expect(await reset(token, 'too short')).toEqual(['INVALID new'])
    expect(await reset(token, email)).toEqual(['INVALID new'])
    expect(await reset(token, NEW)).toBe('ok')
    for (const { accessToken } of sessions) expect(await statusOf(accessToken)).toBe(401)
    expect(await statusOf(colleague.accessToken)).toBe(200)
    expect(await logsIn(email, PASSWORD)).toBe(false)
    expect(await logsIn(email, NEW)).toBe(true)
    expect(await reset(token, `${NEW} again`)).toEqual(['INVALID token'])
  })

  it('works once for several concurrent requests', async () => {
    const { email } = await newUser(await newCompany(db))
    await request(email)
    const token = await tokenFor(email)
    const passwords = [1, 2, 3].map((number) => `${NEW} ${number}`)
    const results = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(results.filter((result) => result === 'ok')).toHaveLength(1)
    const works = await Promise.all(passwords.map((password) => logsIn(email, password)))
    expect(works).toEqual(results.map((result) => result === 'ok'))
  })

  it('has a token that ends after an hour, with a new password, and with the account', async () => {
    const company = await newCompany(db)
    const endings: ((user: { id: number; uuid: string; email: string }) => Promise<unknown>)[] = [
      ({ id }) =>
        db.pool.query(
          `update password_token set expires_at = now() - interval '1 second' where user_id = $1`,
          [id],
        ),
      ({ uuid: id }) => runMutation(company.admin, 'updateUser', { id, password: 'by the admin' }),
      ({ uuid: id }) => runMutation(company.admin, 'updateUser', { id, active: false }),
      ({ uuid: id }) => runMutation(company.admin, 'removeUser', { id }),
      ({ uuid: id }) =>
        runMutation(company.admin, 'updateUser', { id, email: `other-${id}@example.com` }),
      ({ id }) =>
        runMutation(domainOf(company, id, 'technician'), 'changePassword', {
          current: PASSWORD,
          new: 'by the user alone',
        }),
    ]
    for (const end of endings) {
      const user = await newUser(company)
      await request(user.email)
      const token = await tokenFor(user.email)
      expect(token).not.toBe('')
      await end(user)
      expect(await reset(token, NEW)).toEqual(['INVALID token'])
    }
  })

  it('has the same answer and the same statements for a known and an unknown address', async () => {
    const { email } = await newUser(await newCompany(db))
    await request('warm-up@example.com')
    const answers = []
    for (const address of [email, 'stranger@example.com']) {
      let answer: unknown
      const statements = await statementsOf(db, async () => {
        const { status, data, errors } = await request(address)
        answer = { status, data, errors }
      })
      answers.push({ answer, statements })
    }
    expect(answers[0]).toEqual(answers[1])
    await sendMails()
    expect(server.mailsTo(email)).toHaveLength(1)
    expect(server.mailsTo('stranger@example.com')).toEqual([])
  })

  it('is RATE_LIMITED for known and unknown addresses, and signing in is not', async () => {
    const { address, client } = throttled('203.0.113.2')
    const { email } = await newUser(await newCompany(db))
    const mutation = `mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { ok } }`
    for (const each of [email, `stranger-${email}`]) {
      const statuses: number[] = []
      for (let round = 0; round < 3; round += 1) {
        statuses.push((await post(mutation, { email: each }, client, address)).status)
      }
      expect(statuses).toEqual([200, 200, 429])
    }
    expect(await logsIn(email, PASSWORD)).toBe(true)
  })

  it('rejects what is not an email address or a token', async () => {
    const { admin } = await newCompany(db)
    for (const email of ['', 'ada', 'a b@example.com', 'x'.repeat(250) + '@b.example']) {
      const [refusal] = await errorCodesOf(admin, 'requestPasswordReset', { email })
      expect(refusal).toMatch(/^(REQUIRED|INVALID|TOO_LONG) email$/)
    }
    for (const token of ['nonsense', (await newSession(admin)).accessToken]) {
      expect(await reset(token, NEW)).toEqual(['INVALID token'])
    }
    expect(await reset('', 'short')).toEqual(['REQUIRED token', 'INVALID new'])
  })

  it('invites a user, who chooses the password', async () => {
    const company = await newCompany(db)
    const email = `ada-${company.uuid}@example.com`
    const input = { firstName: 'Ada', lastName: 'Marsh', email, role: 'TECHNICIAN' }
    const { user } = await runMutation(
      company.admin,
      'inviteUser',
      input,
      'user { email role active }',
    )
    expect(user).toEqual({ email, role: 'TECHNICIAN', active: true })
    expect(await logsIn(email, PASSWORD)).toBe(false)
    const token = await tokenFor(email)
    expect(await reset(token, email)).toEqual(['INVALID new'])
    expect(await reset(token, NEW)).toBe('ok')
    expect(await logsIn(email, NEW)).toBe(true)
    expect(server.mailsTo(email)).toHaveLength(1)
  })

  it('limits the invitations of a company in an hour, on all instances together', async () => {
    const settings = { INVITATIONS_PER_HOUR: '3' }
    const addresses = [startService(settings), startService(settings)]
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const invite = async ({ admin }: TestCompany, email: string, instance = 0, dryRun = false) => {
      const { accessToken } = await newSession(admin)
      const mutation = `mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } userErrors { code } } }`
      const input = { firstName: 'Ada', lastName: 'Marsh', email, role: 'TECHNICIAN', dryRun }
      const headers = { authorization: `Bearer ${accessToken}` }
      return post(mutation, { input }, headers, addresses[instance])
    }
    const email = (index: number) => `ada-${index}-${company.uuid}@example.com`
    expect((await invite(company, email(0))).status).toBe(200)
    // A refused invitation and a dry run do not count.
    const again = await invite(company, email(0))
    expect(again.data.inviteUser.userErrors).toEqual([{ code: 'TAKEN' }])
    expect((await invite(company, email(9), 0, true)).status).toBe(200)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((index) => invite(company, email(index), index % 2)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.errors?.[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    })
    expect(await db.prisma.user.count({ where: { companyId: company.companyId } })).toBe(5)
    expect((await invite(other, email(0))).status).toBe(200)
    await db.pool.query(
      `update company_mail set invitations_until = now() - interval '1 second' where company_id = $1`,
      [company.companyId],
    )
    expect((await invite(company, email(7))).status).toBe(200)
  })

  it('invites into the own company only, and rejects an address that is taken', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const email = `both-${company.uuid}@example.com`
    await newUser(other, { email })
    const input = { firstName: 'Ada', lastName: 'Marsh', email, role: 'TECHNICIAN' }
    const answers = await Promise.all([1, 2, 3].map(() => send(company.admin, 'inviteUser', input)))
    const codes = answers.flatMap(({ data }) =>
      (data.inviteUser.userErrors as { code: string }[]).map(({ code }) => code),
    )
    expect(codes).toEqual(['TAKEN', 'TAKEN'])
    expect(await reset(await tokenFor(email), NEW)).toBe('ok')
    expect(server.mailsTo(email)).toHaveLength(1)
    const hashes = await db.prisma.user.findMany({ where: { email }, orderBy: { id: 'asc' } })
    expect(hashes.map(({ companyId }) => companyId)).toEqual([other.companyId, company.companyId])
    expect(await logsIn(email, PASSWORD)).toBe(true)
  })

  it('says so if the service cannot send mail', async () => {
    const address = startService({ NODE_ENV: 'production', DATABASE_URL: 'embedded' })
    const { admin } = await newCompany(db)
    const authorization = `Bearer ${(await newSession(admin)).accessToken}`
    const queued = await db.prisma.queuedMail.count()
    for (const mutation of [
      'requestPasswordReset(input: { email: "a@b.example" })',
      'inviteUser(input: { firstName: "A", lastName: "B", email: "a@b.example", role: ADMIN })',
    ]) {
      const query = `mutation { answer: ${mutation} { userErrors { code field message } } }`
      const { data } = await post(query, {}, { authorization }, address)
      expect(data.answer.userErrors).toEqual([
        {
          code: 'NOT_ALLOWED',
          field: null,
          message: 'This needs mail, and the service is not configured to send mail.',
        },
      ])
    }
    expect(await db.prisma.queuedMail.count()).toBe(queued)
  })
})
