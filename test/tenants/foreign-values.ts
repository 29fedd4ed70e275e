import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/db/connect.js'
import type { Random } from '../../src/demo/random.js'
import { readModel } from '../../src/db/generated/read-model.js'
import type { FeedModel } from '../../src/domain/change-feed/live-records.js'
import { graph } from '../support/graphql.js'
import type { FullCompany } from '../graphql/full-company.js'
import { uuidsOf } from '../graphql/full-company.js'

/** The values that identify records of another company. */
export interface ForeignValues {
  /** Text in the names of all of its records. No probe sends it, so a response that contains it is a leak. */
  readonly mark: string
  readonly uuids: readonly string[]
  readonly integerIds: readonly number[]
  /** Codes, barcodes, email addresses and cursors. */
  readonly texts: readonly string[]
}

/** Columns with names, by model. Generated columns follow them. Others have codes, which stay as they are. */
const names = {
  Client: ['legal_name', 'trading_name'],
  Site: ['name'],
  Zone: ['name'],
  ZoneType: ['description'],
  AssetType: ['name'],
  JobType: ['description'],
  User: ['first_name', 'last_name'],
  Document: ['name'],
  Finding: ['title', 'note', 'resolution'],
  Inspection: ['note'],
  Checklist: ['name'],
  Company: ['name'],
} as const satisfies Record<Exclude<FeedModel, 'Asset' | 'Barcode' | 'Job'>, readonly string[]>

/** Marks the records of a company, and collects the values that identify them. */
export async function foreignValuesOf(company: FullCompany): Promise<ForeignValues> {
  const { pool } = company.db
  const mark = `secret-${randomUUID()}`
  for (const [model, columns] of Object.entries(names)) {
    const { table, tenant } = readModel[model as keyof typeof names]
    const sets = columns.map((column) => `${column} = $1 || ${table}.id`)
    const sql = `update ${table} set ${sets.join(', ')} where ${tenant} = $2`
    await pool.query(sql, [mark, company.companyId])
  }
  const integerIds: number[] = []
  for (const { table, tenant, columns } of Object.values(readModel)) {
    if (!tenant || !('id' in columns)) continue
    const { rows } = await pool.query<{ id: number | string }>(
      `select id from ${table} where ${tenant} = $1`,
      [company.companyId],
    )
    integerIds.push(...rows.map(({ id }) => Number(id)).filter((id) => id > FIRST_ID))
  }
  const page = '{ assets { pageInfo { startCursor endCursor } } sites { pageInfo { endCursor } } }'
  const { data } = await graph(company.admin)(page)
  const { assets, sites } = data as Record<string, { pageInfo: Record<string, string> }>
  const cursors = [assets, sites].flatMap((each) => Object.values(each?.pageInfo ?? {}))
  const { asset, bare, barcode, users } = company
  const texts = [asset.code, bare.asset.code, barcode.data, users.admin.email, ...cursors]
  return { mark, uuids: Object.values(uuidsOf(company)), integerIds, texts }
}

/** On Citus, ids of entries in the log are lower: they are of the sequences of the workers. */
const FIRST_ID = 10_000_000

/** Advances the sequence of each table to a range of its own: the new ids of two tables differ. */
export async function separateIds({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`
    select setval(seqrelid, ${FIRST_ID} * row_number() over (order by seqrelid))
    from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = 'public'::regnamespace`)
}

export const oneOf = <Value>(random: Random, values: readonly Value[]): Value =>
  values[random.integer(0, values.length - 1)] as Value
