import { v7 as newUuid } from 'uuid'
import type { TransactionDatabase } from '../../db/connect.js'
import type { Prisma } from '../../db/generated/prisma/client.js'
import type { Created } from '../domain.js'
import { DomainError } from '../errors.js'
import { domainOfCompany, type Operator } from '../operator.js'
import { createUser, type NewUser } from '../user/create-user.js'
import { ValidationErrors } from '../validation-errors.js'

export interface NewCompany {
  /** Unique among the companies, case-insensitively, so that operators can identify a company by it. */
  readonly name: string
  /** The first admin, who becomes the primary user. */
  readonly admin: Omit<NewUser, 'role' | 'active'>
}

export interface CreatedCompany extends Created {
  readonly admin: Created
}

/** The advisory lock of the transactions that create a company. */
const LOCK_KEY = 1_129_270_850

/**
 * Creates a company with its first admin. Throws INVALID with all validation errors; the paths of the admin's errors
 * begin with `admin`.
 */
export const createCompany = (operator: Operator, input: NewCompany): Promise<CreatedCompany> =>
  operator.db.transaction(async (tx) => {
    await lock(tx.prisma)
    return insertCompany(operator, tx, input)
  })

/**
 * Creates the first company of a database. Returns undefined if the database has a company, even a removed one. If
 * several processes call it at the same time, one creates the company. `readInput` is called only if it is needed.
 */
export const createFirstCompany = (
  operator: Operator,
  readInput: () => Promise<NewCompany>,
): Promise<CreatedCompany | undefined> =>
  operator.db.transaction(async (tx) => {
    await lock(tx.prisma)
    if ((await tx.prisma.company.count()) > 0) return undefined
    return insertCompany(operator, tx, await readInput())
  })

const lock = (prisma: Prisma.TransactionClient) =>
  prisma.$executeRaw`select pg_advisory_xact_lock(${LOCK_KEY})`

async function insertCompany(
  operator: Operator,
  tx: TransactionDatabase,
  input: NewCompany,
): Promise<CreatedCompany> {
  const { prisma } = tx
  const errors = new ValidationErrors()
  const name = errors.text('name', input.name)
  const holders = await prisma.$queryRaw<unknown[]>`
    select id from company where lower(name) = lower(${name}) limit 1`
  if (holders.length > 0) errors.taken('name')

  // The user needs a company, and the company needs its primary user. If there are errors, both are rolled back.
  const created = await prisma.company.create({
    data: { uuid: newUuid(), name: '' },
    select: { id: true, uuid: true },
  })
  const user = { ...input.admin, role: 'admin' } as const
  const admin = await createUser(domainOfCompany({ ...operator, db: tx }, created.id), user).catch(
    (error: unknown) => {
      addAdminErrors(errors, error)
      errors.throwIfAny()
      throw error
    },
  )
  errors.throwIfAny()
  await prisma.company.update({
    where: { id: created.id },
    data: { name, primaryUserId: admin.id },
    select: { id: true },
  })
  return { ...created, admin }
}

function addAdminErrors(errors: ValidationErrors, error: unknown): void {
  if (!(error instanceof DomainError)) throw error
  for (const { code, path, message } of error.errors) errors.add(code, ['admin', ...path], message)
}
