import { aggregateSql, type AggregateRequest } from './aggregate.js'
import type { CompiledSelection } from './compiled-selection.js'
import type { GroupName, ModelName } from './model.js'
import { parentFieldOf } from './models.js'
import type { Reader } from './read.js'
import { readRows, Statement } from './statement.js'

/** The first groups of records in an order. */
export interface GroupPage {
  readonly groups: readonly Record<string, unknown>[]
  /** The number of all groups. */
  readonly total: number
  /** With a bucket: the numbers of periods, and of combinations of keys. */
  readonly periods: number
  readonly combinations: number
}

const NO_GROUPS: GroupPage = { groups: [], total: 0, periods: 0, combinations: 0 }

/** Groups a company's records. One statement. */
export async function readGroups(
  reader: Reader,
  selection: CompiledSelection<GroupName>,
  request: AggregateRequest,
): Promise<GroupPage> {
  const pages = await read(reader, selection, request)
  return pages.get(undefined) ?? NO_GROUPS
}

/** Groups the records of each parent. One statement. */
export async function readGroupsOf(
  reader: Reader,
  selection: CompiledSelection<GroupName>,
  request: AggregateRequest,
  parents: { readonly model: ModelName; readonly ids: readonly number[] },
): Promise<GroupPage[]> {
  const pages = await read(reader, selection, request, parents)
  return parents.ids.map((id) => pages.get(id) ?? NO_GROUPS)
}

/** The groups by parent. */
async function read(
  { db, companyId }: Reader,
  { model, columns, joins, pageColumns, hydrate }: CompiledSelection<GroupName>,
  request: AggregateRequest,
  parents?: { readonly model: ModelName; readonly ids: readonly number[] },
): Promise<Map<number | undefined, GroupPage>> {
  const statement = new Statement(companyId)
  const grouped = model.replace(/Group$/, '') as ModelName
  const ids = parents && statement.parameter(parents.ids, 'int[]')
  const parent = parents && { field: parentFieldOf(grouped, parents.model), id: 'parent.id' }
  const page = aggregateSql(statement, grouped, pageColumns, request, parent)
  const numbers = request.bucket
    ? ['page.total', 'page.periods', 'page.combinations']
    : ['page.total']
  const select = [...columns, ...numbers, ...(ids ? ['parent.id'] : [])].join(', ')
  const source = ids ? `unnest(${ids}) parent (id) cross join lateral ${page}` : page
  const text = `select ${select} from ${source} ${joins} order by page.id`

  const pages = new Map<number | undefined, GroupPage & { groups: Record<string, unknown>[] }>()
  for (const row of await readRows(db, text, statement.values)) {
    const parentId = ids ? (row.at(-1) as number) : undefined
    const counted = row.slice(columns.length, columns.length + numbers.length) as number[]
    const [total = 0, periods = 0, combinations = 0] = counted
    const known = pages.get(parentId) ?? { groups: [], total, periods, combinations }
    pages.set(parentId, known)
    known.groups.push(hydrate(row))
  }
  return pages
}
