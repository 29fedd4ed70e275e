import { readModel } from '../../db/generated/read-model.js'
import type { TransactionDomain } from '../domain.js'

/** Whether a record of any table has this UUID: clients find a record of any type by it. */
export async function isTakenId({ prisma, viewer }: TransactionDomain, uuid: string): Promise<boolean> {
  const rows = await prisma.$queryRawUnsafe<unknown[]>(`${EACH} limit 1`, viewer.companyId, uuid)
  return rows.length > 0
}

const EACH = Object.values(readModel)
  .filter(({ columns, tenant }) => 'uuid' in columns && tenant === 'company_id')
  .map(({ table }) => `select 1 as found from ${table} where company_id = $1 and uuid = $2::uuid`)
  .join(' union all ')
