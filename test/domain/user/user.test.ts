import { describe, expect, it } from 'vitest'
import { verifyPassword } from '../../../src/domain/credential/password.js'
import { createUser } from '../../../src/domain/user/create-user.js'
import { updateUser } from '../../../src/domain/user/update-user.js'
import {
  domainOf,
  newCompany,
  newUser,
  PASSWORD,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { newSession } from '../../support/sessions.js'

const db = testDatabase()
const read = (id: number) =>
  db.prisma.user.findUniqueOrThrow({ where: { id }, include: { membership: true, profile: true } })

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

describe('updateUser', () => {
  it('keeps absent fields, also within the profile', async () => {
    const company = await newCompany(db)
    const { id } = await createUser(company.admin, {
      ...ADA,
      timezone: 'Europe/London',
      phoneNumber: '1',
      profile: { mobile: '2', position: 'Lead', dialingCode: 'GB' },
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
      phoneNumber: '1',
      profile: { mobile: '2', position: 'Lead', dialingCode: 'GB' },
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
      profile: { dialingCode: null, mobile: '2' },
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
    const input = { id, firstName: 'New', profile: { mobile: '1', dialingCode: '?' } }
    expect(await errorCodesOf(updateUser(company.admin, input))).toEqual([
      'INVALID profile.dialingCode',
    ])
    expect(await read(id)).toEqual(before)
  })
})
