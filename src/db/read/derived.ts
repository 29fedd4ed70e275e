import type { DerivedFields } from './derived-fields.js'
import type { ModelName } from './model.js'

/** Where an expression stands: it asks for the record's columns by field name, and for the company. */
export interface Scope {
  readonly column: (field: string) => string
  /** The parameter that holds the viewer's company. What asks for it reads other records than those that are joined. */
  readonly company: string
}

export type Expression = (scope: Scope) => string

/** How many rows of a table of the company satisfy a condition. */
const count =
  (table: string, condition: (scope: Scope) => string = () => 'true'): Expression =>
  (scope) =>
    `(select count(*)::int from ${table} x where x.company_id = ${scope.company} and ${condition(scope)})`

const live = 'x.deleted_at is null'
const open = `x.status in ('scheduled', 'in_progress', 'paused') and ${live}`

const zonesOfSite = ({ column, company }: Scope) =>
  `x.zone_id in (select z.id from zone z where z.company_id = ${company} and z.site_id = ${column('id')})`

/** Never null. The column stands alone on its side of the comparison, so that an index finds the few due assets. */
const due: Expression = ({ column }) =>
  `${column('nextInspection')} is not null and ${column('nextInspection')} < now()`

/**
 * The conditions that decide an asset's status, in this order: the first that is true names the status, and the status
 * is `ok` if all are false. None of them is ever null.
 */
const assetStatuses: readonly (readonly [status: string, condition: Expression])[] = [
  ['decommissioned', ({ column }) => `${column('decommissionedAt')} is not null`],
  ['defective', ({ column }) => column('defective')],
  ['overdue', due],
  ['ok', () => 'true'],
]

/**
 * The condition that an asset's status is one of `wanted`, on columns alone: an index can serve it, which is impossible
 * for a comparison with the `case` expression of the status.
 */
export const assetStatusIsOneOf =
  (wanted: readonly string[]): Expression =>
  (scope) => {
    const alternatives = assetStatuses.flatMap(([status, condition], index) => {
      if (!wanted.includes(status)) return []
      const earlier = assetStatuses.slice(0, index).map(([, other]) => `not (${other(scope)})`)
      return [`(${[...earlier, condition(scope)].join(' and ')})`]
    })
    return alternatives.length === 0 ? 'false' : `(${alternatives.join(' or ')})`
  }

/**
 * What is true of a record but stored nowhere. The one place that says so: every face selects, filters and orders
 * by these expressions.
 */
export const derived: Partial<Record<ModelName, Readonly<Record<string, Expression>>>> = {
  Company: {
    assetsCount: count('asset', () => live),
    jobsCount: count('job', () => live),
    checklistsCount: count('checklist', () => live),
    checksCount: count('checklist_check'),
    sitesCount: count('site', () => live),
    clientsCount: count('client', () => live),
    // The domain knows no recurring jobs.
    recurringJobsCount: () => '0',
    usersCount: count('app_user', () => live),
    totalStorage: ({ company }) =>
      `(select coalesce(sum(x.size), 0)::float8 from document x where x.company_id = ${company} and ${live})`,
  },
  User: {
    fullName: ({ column }) => `${column('firstName')} || ' ' || ${column('lastName')}`,
    role: ({ column, company }) =>
      `(select x.role from membership x where x.company_id = ${company} and x.user_id = ${column('id')})`,
    sitesCount: count('site', ({ column }) => `x.manager_id = ${column('id')} and ${live}`),
    inspectionsCount: count('inspection', ({ column }) => `x.inspector_id = ${column('id')}`),
    technicalJobsCount: count(
      'job',
      ({ column }) => `x.technician_id = ${column('id')} and ${live}`,
    ),
  },
  Client: {
    sitesCount: count('site', ({ column }) => `x.client_id = ${column('id')} and ${live}`),
  },
  Site: {
    zonesCount: count('zone', ({ column }) => `x.site_id = ${column('id')} and ${live}`),
    assetsCount: count('asset', (scope) => `${zonesOfSite(scope)} and ${live}`),
    openJobsCount: count('job', ({ column }) => `x.site_id = ${column('id')} and ${open}`),
    failing: (scope) =>
      `(${count(
        'asset',
        () => `${zonesOfSite(scope)} and x.defective and x.decommissioned_at is null and ${live}`,
      )(scope)} >= ${scope.column('failureThreshold')})`,
  },
  ZoneType: {
    zonesCount: count('zone', ({ column }) => `x.type_id = ${column('id')} and ${live}`),
    assetTypesCount: count(
      'zone_type_asset_type',
      ({ column, company }) => `x.zone_type_id = ${column('id')} and exists (
        select from asset_type y where y.company_id = ${company} and y.id = x.asset_type_id and y.deleted_at is null)`,
    ),
  },
  Zone: {
    assetsCount: count('asset', ({ column }) => `x.zone_id = ${column('id')} and ${live}`),
  },
  Checklist: {
    checksCount: count('checklist_check', ({ column }) => `x.checklist_id = ${column('id')}`),
  },
  AssetType: {
    assetsCount: count('asset', ({ column }) => `x.type_id = ${column('id')} and ${live}`),
  },
  Asset: {
    overdue: (scope) => `(${due(scope)} and ${scope.column('decommissionedAt')} is null)`,
    status: (scope) =>
      `case ${assetStatuses.map(([status, condition]) => `when ${condition(scope)} then '${status}'`).join(' ')} end`,
    documentsCount: count('document', ({ column }) => `x.asset_id = ${column('id')} and ${live}`),
    // The stored values with their labels, in the order of the type's fields.
    customFieldValues: ({ column, company }) => `(
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', field ->> 'fieldId', 'label', field ->> 'label',
        'value', ${column('metaData')} ->> (field ->> 'fieldId')) order by position), '[]')
      from asset_type x, jsonb_array_elements(x.custom_fields) with ordinality as fields (field, position)
      where x.company_id = ${company} and x.id = ${column('typeId')}
        and ${column('metaData')} ? (field ->> 'fieldId'))`,
  },
  Job: {
    paused: ({ column }) => `(${column('status')} = 'paused')`,
    startsInFuture: ({ column }) => `(${column('scheduledStart')} > now())`,
    totalMinutes: ({ column }) =>
      // The clock that began the work may be ahead of the database's; and `greatest` passes over null.
      `floor((${column('workedSeconds')} + greatest(0, extract(epoch from now() - ${column('workingSince')}))) / 60)::int`,
  },
  Document: {
    url: ({ column }) => `'/documents/' || ${column('uuid')}`,
  },
} satisfies { [Model in keyof DerivedFields]: Record<keyof DerivedFields[Model], Expression> }
