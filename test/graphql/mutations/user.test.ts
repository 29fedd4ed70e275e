import { describe, expect, it } from 'vitest'
import { newCompany, newJob, newSite, newUser, PASSWORD } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, tokenOf } from '../../support/graphql.js'
import { runMutation, errorCodesOf, send } from './run-mutation.js'

const db = testDatabase()

const uuidOf = async (userId: number) =>
  (await db.prisma.user.findFirstOrThrow({ where: { id: userId } })).uuid

describe('createUser', () => {
  it('returns the user, who can then sign in', async () => {
    const company = await newCompany(db)
    const email = `Ada.${company.uuid}@Example.com`
    const password = 'spaces count  '
    const { user } = await runMutation(
      company.admin,
      'createUser',
      {
        firstName: 'Ada',
        lastName: 'Marsh',
        email,
        password,
        role: 'TECHNICIAN',
        timezone: 'europe/london',
        profile: { position: 'Fitter', dialingCode: 'gb' },
      },
      `user { fullName email active role timezone phoneNumber profile { position dialingCode mobile }
        sites { totalCount } jobs { totalCount } }`,
    )
    expect(user).toEqual({
      fullName: 'Ada Marsh',
      email: email.toLowerCase(),
      active: true,
      role: 'TECHNICIAN',
      timezone: 'Europe/London',
      phoneNumber: null,
      profile: { position: 'Fitter', dialingCode: 'GB', mobile: null },
      sites: { totalCount: 0 },
      jobs: { totalCount: 0 },
    })
    await runMutation(company.admin, 'login', { username: email, password })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const { email } = await newUser(company, { deletedAt: new Date() })
    const refusal = await errorCodesOf(company.admin, 'createUser', {
      firstName: '',
      lastName: 'x'.repeat(256),
      email: email.toUpperCase(),
      password: 'too short',
      role: 'ADMIN',
      timezone: 'Mars/Olympus',
      profile: { dialingCode: 'GBR', mobile: 'x'.repeat(65) },
    })
    expect(refusal.sort()).toEqual([
      'INVALID password',
      'INVALID profile.dialingCode',
      'INVALID timezone',
      'REQUIRED firstName',
      'TAKEN email',
      'TOO_LONG lastName',
      'TOO_LONG profile.mobile',
    ])
  })

  it('accepts two roles', async () => {
    const { admin } = await newCompany(db)
    const input = {
      firstName: 'Ada',
      lastName: 'Marsh',
      email: 'ada@example.com',
      password: PASSWORD,
      role: 'OWNER',
    }
    expect(await errorCodesOf(admin, 'createUser', input)).toEqual(['BAD_USER_INPUT role'])
  })
})

describe('updateUser', () => {
  it('changes the given fields, also within the profile, and clears those that are null', async () => {
    const company = await newCompany(db)
    const before = await newUser(company, { firstName: 'Ada', lastName: 'Marsh', timezone: 'UTC' })
    await db.prisma.profile.update({
      where: { companyId_userId: { companyId: company.companyId, userId: before.id } },
      data: { position: 'Fitter', mobile: '07700 900123' },
    })
    const update = async (input: object) =>
      (
        await runMutation(
          company.admin,
          'updateUser',
          { id: before.uuid, ...input },
          'user { fullName role active timezone profile { position mobile } }',
        )
      ).user

    const changed = {
      fullName: 'Ada Quay',
      role: 'ADMIN',
      active: true,
      timezone: 'Europe/Paris',
      profile: { position: null, mobile: '07700 900123' },
    }
    const input = {
      lastName: 'Quay',
      role: 'ADMIN',
      timezone: 'Europe/Paris',
      profile: { position: null },
    }
    expect(await update(input)).toEqual(changed)
    const cleared = { ...changed, timezone: 'UTC', profile: { position: null, mobile: null } }
    expect(await update({ timezone: null, profile: null })).toEqual(cleared)
  })

  it('ends the sessions of the user after a new password or a deactivation', async () => {
    const company = await newCompany(db)
    for (const change of [{ password: 'a new password' }, { active: false }]) {
      const user = await newUser(company)
      const viewer = { userId: user.id, companyId: company.companyId, role: 'technician' } as const
      const authorization = `Bearer ${await tokenOf({ ...company.technician, viewer })}`
      const status = async () => (await post('{ viewer { role } }', {}, { authorization })).status
      expect(await status()).toBe(200)
      await runMutation(company.admin, 'updateUser', { id: user.uuid, ...change })
      expect(await status()).toBe(401)
    }
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const { email } = await newUser(company)
    const refusal = await errorCodesOf(company.admin, 'updateUser', {
      id: await uuidOf(company.admin.viewer.userId),
      firstName: null,
      email,
      password: 'too short',
      role: 'TECHNICIAN',
      active: false,
      timezone: 'Mars/Olympus',
    })
    expect(refusal.sort()).toEqual([
      'INVALID password',
      'INVALID timezone',
      'NOT_ALLOWED active',
      'NOT_ALLOWED role',
      'REQUIRED firstName',
      'TAKEN email',
    ])
  })
})

describe('removeUser and restoreUser', () => {
  it('prevent a user from signing in, and allow it again', async () => {
    const company = await newCompany(db)
    const { uuid: id, email } = await newUser(company, { firstName: 'Ada' })
    const login = async () =>
      (await send(undefined, 'login', { username: email, password: PASSWORD })).status

    const { user } = await runMutation(company.admin, 'removeUser', { id }, 'user { firstName }')
    expect(user).toEqual({ firstName: 'Ada' })
    expect(await login()).toBe(401)
    await runMutation(company.admin, 'restoreUser', { id })
    expect(await login()).toBe(200)
  })

  it('are rejected for the calling user', async () => {
    const { admin } = await newCompany(db)
    const id = await uuidOf(admin.viewer.userId)
    // Also the company's primary user.
    expect(await errorCodesOf(admin, 'removeUser', { id })).toEqual([
      'NOT_ALLOWED id',
      'NOT_ALLOWED id',
    ])
  })

  it('are rejected with all reasons while open jobs and sites have the user', async () => {
    const company = await newCompany(db)
    const user = await newUser(company)
    await newJob(company, { technicianId: user.id })
    await newSite(company, { managerId: user.id })
    const refusal = await errorCodesOf(company.admin, 'removeUser', { id: user.uuid })
    expect(refusal).toEqual(['IN_USE id', 'IN_USE id'])
  })
})
