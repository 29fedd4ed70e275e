import { DomainError } from '../errors.js'
import { notFoundMessage } from '../noun.js'
import { identify } from '../record/record-key.js'
import type { Operator } from '../operator.js'

/**
 * Finds a company by its integer id, UUID or name; without a key, the only company. Throws NOT_FOUND if there is
 * none, and INVALID if there are several.
 */
export async function requireCompany(
  { db }: Operator,
  key: string | undefined,
): Promise<{ readonly id: number }> {
  const found = await db.transaction(({ prisma }) =>
    prisma.company.findMany({
      where: {
        deletedAt: null,
        ...(key !== undefined && { OR: [identify(idOf(key)), { name: key }] }),
      },
      select: { id: true },
      take: 2,
    }),
  )
  const [company] = found
  if (company && found.length === 1) return company
  throw unclear(key, found.length)
}

const idOf = (key: string) => (/^[1-9]\d*$/.test(key) ? Number(key) : key)

function unclear(key: string | undefined, count: number): DomainError {
  const error = { path: ['company'] } as const
  if (count === 0) {
    const message = notFoundMessage('Company')
    return new DomainError('NOT_FOUND', message, [{ ...error, code: 'NOT_FOUND', message }])
  }
  const found =
    key === undefined ? 'There are several companies' : 'Several companies have this name'
  const message = `${found}: the id of one of them is expected.`
  return new DomainError('INVALID', message, [{ ...error, code: 'REQUIRED', message }])
}
