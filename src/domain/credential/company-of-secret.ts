import type { Credential, Sql } from '../../db/dispatch/dispatch.js'

/** The company of a secret; undefined if no company has it. Statements about the secret can then name its company. */
export async function findCompanyOfSecret(
  db: Pick<Sql, 'query'>,
  { lookup, hash }: Credential,
): Promise<number | undefined> {
  const { rows } = await db.query<{ companyId: number | null }>({
    name: lookup,
    text: `select ${lookup}($1) as "companyId"`,
    values: [hash],
  })
  return rows[0]?.companyId ?? undefined
}
