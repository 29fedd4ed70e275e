import { describe, expect, it } from 'vitest'
import { verifyPassword } from '../../../src/domain/credential/password.js'
import { createJob } from '../../../src/domain/job/create-job.js'
import { createUser } from '../../../src/domain/user/create-user.js'
import { inviteUser } from '../../../src/domain/user/invite-user.js'
import { updateProfile } from '../../../src/domain/user/update-profile.js'
import { updateUser } from '../../../src/domain/user/update-user.js'
import {
  domainOf,
  newCompany,
  newJob,
  newJobType,
  newSite,
  newUser,
  PASSWORD,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { newSession } from '../../support/sessions.js'
import { untilBlocked } from '../../support/until-blocked.js'

const db = testDatabase()
const read = (id: number) =>
  db.prisma.user.findFirstOrThrow({ where: { id }, include: { membership: true, profile: true } })

const ADA = {
  firstName: 'Ada',
  lastName: 'King',
  email: 'ada@example.com',
  password: 'twelve chars',
  role: 'technician',
} as const

const openSession = async (company: TestCompany, userId: number) => {
  await newSession(domainOf(company, userId, 'technician'))
  return () => db.prisma.session.count({ where: { userId, revokedAt: null } })
}

describe('createUser', () => {
  it('stores the input, with the email in lower case', async () => {
    const { admin, companyId } = await newCompany(db)
    const { id } = await createUser(admin, {
      ...ADA,
      firstName: ' Ada ',
      email: ' Ada.King@Example.COM ',
      role: 'admin',
      timezone: 'africa/johannesburg',
      phoneNumber: '+27 11 000 0000',
      active: false,
      profile: {
        mobile: '082 000 0000',
        telephone: '011 000 0000',
        position: 'Lead',
        dialingCode: 'za',
        employeeNumber: 'E1',
        idNumber: 'I1',
      },
    })
    expect(await read(id)).toMatchObject({
      companyId,
      firstName: 'Ada',
      lastName: 'King',
      email: 'ada.king@example.com',
      timezone: 'Africa/Johannesburg',
      phoneNumber: '+27 11 000 0000',
      active: false,
      membership: { companyId, role: 'admin' },
      profile: {
        companyId,
        mobile: '082 000 0000',
        telephone: '011 000 0000',
        position: 'Lead',
        dialingCode: 'ZA',
        employeeNumber: 'E1',
        idNumber: 'I1',
      },
    })
  })

  it('creates an active user in UTC with a profile by default', async () => {
    const { admin } = await newCompany(db)
    const { id } = await createUser(admin, ADA)
    expect(await read(id)).toMatchObject({
      active: true,
      timezone: 'UTC',
      phoneNumber: null,
      membership: { role: 'technician' },
      profile: { mobile: null, dialingCode: null },
    })
  })

  it('stores only an argon2id hash of the password, untrimmed', async () => {
    const { admin } = await newCompany(db)
    const password = '  spaces and ünïcode  '
    const { id } = await createUser(admin, { ...ADA, password })
    const { passwordHash } = await read(id)
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(passwordHash, password)).toBe(true)
    expect(await verifyPassword(passwordHash, password.trim())).toBe(false)
  })

  it.each(['', 'eleven char'])('rejects the password %j', async (password) => {
    const { admin } = await newCompany(db)
    expect(await errorCodesOf(createUser(admin, { ...ADA, password }))).toEqual([
      'INVALID password',
    ])
  })

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'a@b@c.de',
    'ä@example.com',
    'ada@example.',
    'ada@b_c.com',
    'ada@-x.com',
    'ada@[127.0.0.1]',
    'ada@example..com',
  ])('rejects the email %s', async (email) => {
    const { admin } = await newCompany(db)
    expect(await errorCodesOf(createUser(admin, { ...ADA, email }))).toEqual(['INVALID email'])
  })

  it('rejects another user’s email, even a removed user’s, case-insensitively', async () => {
    const company = await newCompany(db)
    await newUser(company, { email: 'ada@example.com', deletedAt: new Date() })
    const input = { ...ADA, email: 'ADA@example.com' }
    expect(await errorCodesOf(createUser(company.admin, input))).toEqual(['TAKEN email'])
  })

  it('accepts an email of a user of another company', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const { id: first } = await createUser(other.admin, ADA)
    const { id: second } = await createUser(company.admin, ADA)
    const users = await db.prisma.user.findMany({
      where: { email: ADA.email, id: { in: [first, second] } },
    })
    expect(users.map(({ companyId }) => companyId).sort()).toEqual(
      [company.companyId, other.companyId].sort(),
    )
  })

  it('gives an email to one of several concurrent calls, and writes nothing for the others', async () => {
    const { admin, companyId } = await newCompany(db)
    const asked = Array.from({ length: 4 }, () => createUser(admin, ADA))
    const answers = await Promise.allSettled(asked)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const [index, { status }] of answers.entries()) {
      if (status === 'rejected') expect(await errorCodesOf(asked[index]!)).toEqual(['TAKEN email'])
    }
    expect(await db.prisma.profile.count({ where: { companyId } })).toBe(3)
    expect(await db.prisma.membership.count({ where: { companyId } })).toBe(3)
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = {
      firstName: '',
      lastName: 'x'.repeat(256),
      email: 'ada',
      password: 'x'.repeat(1001),
      role: 'admin' as const,
      timezone: 'Mars/Olympus',
      phoneNumber: '1'.repeat(65),
      profile: { dialingCode: 'ZAF', mobile: '1'.repeat(65) },
    }
    expect((await errorCodesOf(createUser(admin, input))).sort()).toEqual([
      'INVALID email',
      'INVALID profile.dialingCode',
      'INVALID timezone',
      'REQUIRED firstName',
      'TOO_LONG lastName',
      'TOO_LONG password',
      'TOO_LONG phoneNumber',
      'TOO_LONG profile.mobile',
    ])
  })
})

describe('telephone numbers', () => {
  it.each([
    '+44 20 7946 0001',
    '+44 (0)20 7946 0000',
    '+1 (555) 010-9999',
    '020 7946 0001',
    '(030) 123/456-78',
    '082 000 0000',
    '020 7946 0001 ext. 12',
    '112',
    '١٢٣٤٥',
  ])('%s is stored as given', async (phoneNumber) => {
    const { admin } = await newCompany(db)
    const { id } = await createUser(admin, { ...ADA, phoneNumber: ` ${phoneNumber} ` })
    expect(await read(id)).toMatchObject({ phoneNumber })
  })

  it.each([
    'abc',
    '1',
    '12',
    '+44',
    '+44 1',
    '+999 123456',
    '1234567890123456',
    'call 020 7946 0001',
  ])('%s is rejected by every operation', async (number) => {
    const { admin, technician } = await newCompany(db)
    const numbers = { phoneNumber: number, profile: { mobile: number, telephone: number } }
    const all = ['INVALID phoneNumber', 'INVALID profile.mobile', 'INVALID profile.telephone']
    expect((await errorCodesOf(createUser(admin, { ...ADA, ...numbers }))).sort()).toEqual(all)
    const invitation = inviteUser(
      { ...admin, sendsMail: true, invitationsPerHour: 1 },
      { ...ADA, ...numbers },
    )
    expect((await errorCodesOf(invitation)).sort()).toEqual(all)
    const { userId: id } = technician.viewer
    expect((await errorCodesOf(updateUser(admin, { id, ...numbers }))).sort()).toEqual(all)
    const own = updateProfile(technician, { phoneNumber: number, telephone: number })
    expect((await errorCodesOf(own)).sort()).toEqual(['INVALID phoneNumber', 'INVALID telephone'])
  })
})

describe('updateUser', () => {
  it('keeps absent fields, also within the profile', async () => {
    const company = await newCompany(db)
    const { id } = await createUser(company.admin, {
      ...ADA,
      timezone: 'Europe/London',
      phoneNumber: '112',
      profile: { mobile: '07700 900123', position: 'Lead', dialingCode: 'GB' },
    })
    const before = await read(id)
    await updateUser(company.admin, { id, lastName: 'Byron', profile: { position: 'Chief' } })
    expect(await read(id)).toEqual({
      ...before,
      lastName: 'Byron',
      searchText: before.searchText?.replace('King', 'Byron'),
      profile: { ...before.profile, position: 'Chief', updatedAt: expect.any(Date) as Date },
      updatedAt: expect.any(Date) as Date,
    })
  })

  it('clears fields that are null', async () => {
    const company = await newCompany(db)
    const { id } = await createUser(company.admin, {
      ...ADA,
      timezone: 'Europe/London',
      phoneNumber: '112',
      profile: { mobile: '07700 900123', position: 'Lead', dialingCode: 'GB' },
    })
    await updateUser(company.admin, {
      id,
      timezone: null,
      phoneNumber: null,
      profile: { dialingCode: null },
    })
    expect(await read(id)).toMatchObject({
      timezone: 'UTC',
      phoneNumber: null,
      profile: { dialingCode: null, mobile: '07700 900123' },
    })
    await updateUser(company.admin, { id, profile: null })
    expect(await read(id)).toMatchObject({ profile: { mobile: null, position: null } })
  })

  it('rejects null for required fields', async () => {
    const company = await newCompany(db)
    const { id } = await newUser(company)
    const input = {
      id,
      firstName: null,
      lastName: null,
      email: null,
      password: null,
      role: null,
      active: null,
    }
    expect((await errorCodesOf(updateUser(company.admin, input))).sort()).toEqual([
      'REQUIRED active',
      'REQUIRED email',
      'REQUIRED firstName',
      'REQUIRED lastName',
      'REQUIRED password',
      'REQUIRED role',
    ])
  })

  it('accepts its own email, and rejects another user’s', async () => {
    const company = await newCompany(db)
    const [user, other] = [await newUser(company), await newUser(company)]
    const { id } = user
    await updateUser(company.admin, { id, email: user.email.toUpperCase() })
    expect((await read(id)).email).toBe(user.email)
    expect(await errorCodesOf(updateUser(company.admin, { id, email: other.email }))).toEqual([
      'TAKEN email',
    ])
  })

  it('sets a new password and ends the user’s sessions', async () => {
    const company = await newCompany(db)
    const { id } = await newUser(company)
    const sessions = await openSession(company, id)
    await updateUser(company.admin, { id, password: 'another password' })
    const { passwordHash } = await read(id)
    expect(await verifyPassword(passwordHash, 'another password')).toBe(true)
    expect(await verifyPassword(passwordHash, PASSWORD)).toBe(false)
    expect(await sessions()).toBe(0)
  })

  it('ends the sessions of a user when the user is deactivated', async () => {
    const company = await newCompany(db)
    const [user, bystander] = [await newUser(company), await newUser(company)]
    const { id } = user
    const sessions = await openSession(company, id)
    const others = await openSession(company, bystander.id)
    await updateUser(company.admin, { id, firstName: 'Ada', active: true, role: 'admin' })
    expect(await sessions()).toBe(1)
    await updateUser(company.admin, { id, active: false })
    expect(await sessions()).toBe(0)
    expect(await others()).toBe(1)
  })

  it('changes a technician into an admin, and back', async () => {
    const company = await newCompany(db)
    const { id } = await newUser(company)
    await updateUser(company.admin, { id, role: 'admin' })
    expect((await read(id)).membership?.role).toBe('admin')
    await updateUser(company.admin, { id, role: 'technician' })
    expect((await read(id)).membership?.role).toBe('technician')
  })

  it('rejects admins who deactivate or demote themselves', async () => {
    const company = await newCompany(db)
    await newUser(company, { role: 'admin' })
    const id = company.admin.viewer.userId
    const input = { id, active: false, role: 'technician' as const }
    expect(await errorCodesOf(updateUser(company.admin, input))).toEqual([
      'NOT_ALLOWED active',
      'NOT_ALLOWED role',
    ])
    await updateUser(company.admin, { id, active: true, role: 'admin', firstName: 'Ada' })
  })

  it('leaves one active admin if two demote each other concurrently', async () => {
    const changes = [{ active: false }, { role: 'technician' as const }]
    for (const [change, counterChange] of [
      [changes[0], changes[0]],
      [changes[1], changes[1]],
      [changes[0], changes[1]],
    ]) {
      const company = await newCompany(db)
      const first = company.admin.viewer.userId
      const { id: second } = await newUser(company, { role: 'admin' })
      const answers = await Promise.allSettled([
        updateUser(company.admin, { id: second, ...change }),
        updateUser(domainOf(company, second, 'admin'), { id: first, ...counterChange }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const admins = await db.prisma.user.count({
        where: { companyId: company.companyId, active: true, membership: { role: 'admin' } },
      })
      expect(admins).toBe(1)
    }
  })

  it('writes nothing if one field is invalid', async () => {
    const company = await newCompany(db)
    const { id } = await newUser(company)
    const before = await read(id)
    const input = { id, firstName: 'New', profile: { mobile: '112', dialingCode: '?' } }
    expect(await errorCodesOf(updateUser(company.admin, input))).toEqual([
      'INVALID profile.dialingCode',
    ])
    expect(await read(id)).toEqual(before)
  })
})

describe('updateUser of a technician with open jobs', () => {
  const newBusyTechnician = async (company: TestCompany) => {
    const user = await newUser(company)
    for (const status of [
      'scheduled',
      'in_progress',
      'paused',
      'completed',
      'cancelled',
    ] as const) {
      const workingSince = status === 'in_progress' ? new Date() : null
      await newJob(company, { technicianId: user.id, status, workingSince })
    }
    await newJob(company, { technicianId: user.id, deletedAt: new Date() })
    return user
  }
  const jobsOf = (technicianId: number) =>
    db.prisma.job.findMany({ where: { technicianId }, orderBy: { id: 'asc' } })
  const openJobsOf = async (technicianId: number) =>
    (await jobsOf(technicianId)).filter(
      ({ status, deletedAt }) => !deletedAt && !['completed', 'cancelled'].includes(status),
    ).length

  it('is rejected for a deactivation and for the role of an admin, with the number of jobs', async () => {
    const company = await newCompany(db)
    const { id } = await newBusyTechnician(company)
    for (const change of [{ active: false }, { role: 'admin' as const }]) {
      const [path] = Object.keys(change)
      const refused = await updateUser(company.admin, { id, ...change }).catch((error) => error)
      expect(refused.errors).toEqual([
        { code: 'IN_USE', path: [path], message: expect.stringContaining('3 open jobs') },
      ])
    }
    expect(await read(id)).toMatchObject({ active: true, membership: { role: 'technician' } })
    await updateUser(company.admin, { id, active: true, role: 'technician', firstName: 'Ada' })
  })

  it.each([{ active: false }, { role: 'admin' as const }])(
    'gives the open jobs to another technician with %j',
    async (change) => {
      const company = await newCompany(db)
      const { id } = await newBusyTechnician(company)
      const other = await newUser(company)
      await updateUser(company.admin, { id, ...change, reassignOpenJobsTo: other.uuid })
      expect((await jobsOf(other.id)).map(({ status }) => status)).toEqual([
        'scheduled',
        'in_progress',
        'paused',
      ])
      expect((await jobsOf(id)).map(({ status }) => status)).toEqual([
        'completed',
        'cancelled',
        'scheduled',
      ])
    },
  )

  it('rejects jobs for a user that is not another active technician of the company', async () => {
    const company = await newCompany(db)
    const { id, uuid } = await newBusyTechnician(company)
    const foreign = (await newCompany(db)).users.technician
    const inactive = await newUser(company, { active: false })
    const removed = await newUser(company, { deletedAt: new Date() })
    const codes = async (reassignOpenJobsTo: string) =>
      errorCodesOf(updateUser(company.admin, { id, active: false, reassignOpenJobsTo }))
    expect(await codes(uuid)).toEqual(['INVALID reassignOpenJobsTo'])
    expect(await codes(company.users.admin.uuid)).toEqual(['INVALID reassignOpenJobsTo'])
    expect(await codes(inactive.uuid)).toEqual(['INVALID reassignOpenJobsTo'])
    expect(await codes(removed.uuid)).toEqual(['NOT_FOUND reassignOpenJobsTo'])
    expect(await codes(foreign.uuid)).toEqual(['NOT_FOUND reassignOpenJobsTo'])
    expect(await codes('nonsense')).toEqual(['NOT_FOUND reassignOpenJobsTo'])
    expect(await openJobsOf(id)).toBe(3)
  })

  it('leaves no open job with a user who cannot do it, whatever happens concurrently', async () => {
    const company = await newCompany(db)
    const jobType = await newJobType(company)
    const site = await newSite(company)
    for (const change of [{ active: false }, { role: 'admin' as const }]) {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await newUser(company)
        const create = () =>
          createJob(company.admin, {
            siteId: site.id,
            jobTypeId: jobType.id,
            technicianId: id,
            scheduledStart: new Date('2030-01-07T09:00:00Z'),
            scheduledEnd: new Date('2030-01-07T11:00:00Z'),
          })
        await Promise.allSettled([create(), updateUser(company.admin, { id, ...change }), create()])
        const { active, membership } = await read(id)
        const fit = active && membership?.role === 'technician'
        expect(fit ? 0 : await openJobsOf(id)).toBe(0)
      }
    }
  })

  it.skipIf(db.embedded)('makes a concurrent creation of a job see the new role', async () => {
    const company = await newCompany(db)
    const [jobType, site] = [await newJobType(company), await newSite(company)]
    const { id } = await newUser(company)
    const client = await db.pool.connect()
    await client.query('begin')
    const key = [company.companyId, id]
    for (const text of [
      'select 1 from app_user where company_id = $1 and id = $2 for update',
      `update membership set role = 'admin' where company_id = $1 and user_id = $2`,
      'update app_user set updated_at = now() where company_id = $1 and id = $2',
    ])
      await client.query(text, key)
    const created = createJob(company.admin, {
      siteId: site.id,
      jobTypeId: jobType.id,
      technicianId: id,
      scheduledStart: new Date('2030-01-07T09:00:00Z'),
      scheduledEnd: new Date('2030-01-07T11:00:00Z'),
    }).catch((error) => error)
    await untilBlocked((statement) => client.query(statement))
    await client.query('commit')
    client.release()
    expect(await created).toMatchObject({ errors: [{ code: 'INVALID', path: ['technicianId'] }] })
  })

  it('does not deadlock if two technicians are each given the jobs of the other', async () => {
    const company = await newCompany(db)
    for (let round = 0; round < 5; round += 1) {
      const pair = [await newBusyTechnician(company), await newBusyTechnician(company)] as const
      const disable = (one: 0 | 1) =>
        updateUser(company.admin, {
          id: pair[one].id,
          active: false,
          reassignOpenJobsTo: pair[one === 0 ? 1 : 0].id,
        })
      const results = await Promise.allSettled([disable(0), disable(1)])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      for (const { reason } of results.filter((result) => result.status === 'rejected')) {
        expect(reason).toMatchObject({ errors: [{ path: ['reassignOpenJobsTo'] }] })
      }
    }
  })
})

describe('a password given by an admin', () => {
  it('follows the rules, with the email address that the user has then', async () => {
    const company = await newCompany(db)
    const { id, email } = await newUser(company)
    const codes = (input: object) => errorCodesOf(updateUser(company.admin, { id, ...input }))
    expect(await codes({ password: email })).toEqual(['INVALID password'])
    expect(await codes({ password: 'new@example.com', email: 'new@example.com' })).toEqual([
      'INVALID password',
    ])
    expect(await codes({ password: 'password1234' })).toEqual(['INVALID password'])
    await updateUser(company.admin, { id, password: email, email: `other-${email}` })
    const input = { ...ADA, password: ADA.email.toUpperCase() }
    expect(await errorCodesOf(createUser(company.admin, input))).toEqual(['INVALID password'])
  })
})
