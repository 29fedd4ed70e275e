import type { Sql } from '../../db/dispatch/dispatch.js'

/**
 * Finds the companies that have a user with this email address; the company of the oldest user first. `email` must be
 * in lower case.
 */
export async function findCompaniesOfEmail(
  db: Pick<Sql, 'read'>,
  email: string,
): Promise<number[]> {
  const { rows } = await db.read<{ companyId: number }>({
    name: 'companies-of-email',
    text: 'select companies_of_email($1) as "companyId"',
    values: [email],
  })
  return rows.map(({ companyId }) => companyId)
}
