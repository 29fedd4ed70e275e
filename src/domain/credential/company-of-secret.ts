import type { Credential, Sql } from '../../db/dispatch/dispatch.js'

/**
 * Finds the company of a secret; undefined if no company has it. Under row-level security, other statements find the
 * secret only if they are sent for this company.
 */
export async function findCompanyOfSecret(
  db: Pick<Sql, 'read'>,
  { lookup, hash }: Credential,
): Promise<number | undefined> {
  const { rows } = await db.read<{ companyId: number | null }>({
    name: lookup,
    text: `select ${lookup}($1) as "companyId"`,
    values: [hash],
  })
  return rows[0]?.companyId ?? undefined
}
