import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asPrimaryUser } from '../../../src/domain/company/as-primary-user.js'
import {
  createCompany,
  createFirstCompany,
  type NewCompany,
} from '../../../src/domain/company/create-company.js'
import { listCompanies } from '../../../src/domain/company/list-companies.js'
import { requireCompany } from '../../../src/domain/company/require-company.js'
import { createOperator, domainOfCompany } from '../../../src/domain/operator.js'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const operator = createOperator(db)

const admin = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'Ann@Acme.example',
  password: 'an admin of the first day',
}
const input = (changes: Partial<NewCompany> = {}): NewCompany => ({
  name: `Acme ${randomUUID()}`,
  admin,
  ...changes,
})

describe('createCompany', () => {
  it('creates a company whose first admin is its primary user', async () => {
    const company = input()
    const created = await createCompany(operator, company)
    const stored = await db.prisma.company.findUniqueOrThrow({
      where: { id: created.id },
      include: { primaryUser: { include: { membership: true, profile: true } } },
    })
    expect(stored).toMatchObject({ uuid: created.uuid, name: company.name })
    expect(stored.primaryUser).toMatchObject({
      ...created.admin,
      email: 'ann@acme.example',
      active: true,
      membership: { role: 'admin' },
      profile: expect.any(Object),
    })
  })

  it('reports the errors of the company and of the admin together, and creates nothing', async () => {
    const before = await db.prisma.company.count()
    const invalid = input({ name: ' ', admin: { ...admin, lastName: '\0', email: 'ann' } })
    expect(await errorCodesOf(createCompany(operator, invalid))).toEqual([
      'REQUIRED name',
      'INVALID admin.lastName',
      'INVALID admin.email',
    ])
    const unnamed = input({ name: ' ' })
    expect(await errorCodesOf(createCompany(operator, unnamed))).toEqual(['REQUIRED name'])
    expect(await db.prisma.company.count()).toBe(before)
  })

  it('creates only one of two companies with the same name concurrently, case-insensitive', async () => {
    const company = input()
    const upper = { ...company, name: company.name.toUpperCase() }
    const results = await Promise.allSettled([
      createCompany(operator, company),
      createCompany(operator, upper),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await errorCodesOf(createCompany(operator, company))).toEqual(['TAKEN name'])
  })
})

it('createFirstCompany does nothing if the database has a company, even a removed one', async () => {
  await newCompany(db, { deletedAt: new Date() })
  const readInput = () => Promise.reject(new Error('not needed'))
  expect(await createFirstCompany(operator, readInput)).toBeUndefined()
})

describe('requireCompany', () => {
  it('finds a company by its id, UUID and name', async () => {
    const name = `Globex ${randomUUID()}`
    const { companyId, uuid } = await newCompany(db, { name })
    for (const key of [String(companyId), uuid, uuid.toUpperCase(), name]) {
      expect(await requireCompany(operator, key)).toEqual({ id: companyId })
    }
  })

  it('takes a number that begins with 0 for a name', async () => {
    const { companyId } = await newCompany(db)
    const key = `00${companyId}`
    expect(await errorCodesOf(requireCompany(operator, key))).toEqual(['NOT_FOUND'])
    const named = await newCompany(db, { name: key })
    expect(await requireCompany(operator, key)).toEqual({ id: named.companyId })
  })

  it('refuses unknown and removed companies, and a name that several have', async () => {
    const removed = await newCompany(db, { deletedAt: new Date() })
    for (const key of [removed.uuid, String(removed.companyId), 'None', '0', '9'.repeat(20)]) {
      expect(await errorCodesOf(requireCompany(operator, key))).toEqual(['NOT_FOUND'])
    }
    const name = `Twins ${randomUUID()}`
    await newCompany(db, { name })
    await newCompany(db, { name })
    expect(await errorCodesOf(requireCompany(operator, name))).toEqual(['REQUIRED company'])
    expect(await errorCodesOf(requireCompany(operator, undefined))).toEqual(['REQUIRED company'])
  })
})

it('listCompanies counts active users, and omits removed companies', async () => {
  const { companyId, users } = await newCompany(db)
  const removed = await newCompany(db, { deletedAt: new Date() })
  await db.prisma.user.updateMany({ where: { id: users.technician.id }, data: { active: false } })
  const listed = await listCompanies(operator)
  expect(listed.find(({ id }) => id === companyId)).toMatchObject({ activeUsers: 1 })
  expect(listed.map(({ id }) => id)).not.toContain(removed.companyId)
})

it('asPrimaryUser acts as the primary user, or as the oldest admin', async () => {
  const { companyId, users } = await newCompany(db)
  const domain = domainOfCompany(operator, companyId)
  expect((await asPrimaryUser(domain)).viewer).toEqual({
    userId: users.admin.id,
    companyId,
    role: 'admin',
  })
  await db.prisma.company.update({ where: { id: companyId }, data: { primaryUserId: null } })
  expect((await asPrimaryUser(domain)).viewer.userId).toBe(users.admin.id)
})
