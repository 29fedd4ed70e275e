import { assetStatus, assetStatusRank, due } from './asset-status.js'
import type { DerivedFields } from './derived-fields.js'
import type { ModelName } from './model.js'

/** The names that an expression can use. */
export interface Scope {
  /** The SQL of the column that stores a field of the record. */
  readonly column: (field: string) => string
  /** The parameter with the viewer's company. Only expressions with a subquery use it. */
  readonly company: string
}

/** Returns an SQL expression on a record. */
export type Expression = (scope: Scope) => string

/** Counts the rows of a table, `x`, that belong to the company and satisfy a condition. */
const count =
  (table: string, condition: (scope: Scope) => string = () => 'true'): Expression =>
  (scope) =>
    `(select count(*)::int from ${table} x where x.company_id = ${scope.company} and ${condition(scope)})`

const live = 'x.deleted_at is null'
/** Counts the rows of a table, removed ones excluded, whose column `key` refers to the record. */
const countChildren = (table: string, key: string) =>
  count(table, ({ column }) => `x.${key} = ${column('id')} and ${live}`)

/** Constants, because PostgreSQL uses a partial index only if the statement's text implies the index's condition. */
const isOpen = (status: string) => `${status} in ('scheduled', 'in_progress', 'paused')`
const open = `${isOpen('x.status')} and ${live}`

const zonesOfSite = ({ column, company }: Scope) =>
  `x.zone_id in (select z.id from zone z where z.company_id = ${company} and z.site_id = ${column('id')})`

/** A scheduled time of a job, in its site's time zone. On a full minute, the text has no seconds, as in inputs. */
const localTime =
  (field: string): Expression =>
  ({ column, company }) =>
    `(select regexp_replace(to_char(${column(field)} at time zone coalesce(x.timezone, 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS'), ':00$', '')
      from site x where x.company_id = ${company} and x.id = ${column('siteId')})`

/** `updatedAt` of a record that never changes: the time of its creation. */
const neverChanged: Expression = ({ column }) => column('createdAt')

/** The fields that are computed and not stored, by model. All APIs select, filter and order by these expressions. */
export const derived: Partial<Record<ModelName, Readonly<Record<string, Expression>>>> = {
  AuditEntry: {
    key: ({ column }) => `${column('transactionId')} || '-' || ${column('id')}`,
    changes: ({ column, company }) =>
      `audit_changes(${company}, ${column('recordType')}, ${column('before')}, ${column('after')})`,
  },
  Company: {
    assetsCount: count('asset', () => live),
    jobsCount: count('job', () => live),
    checklistsCount: count('checklist', () => live),
    checksCount: count('checklist_check'),
    sitesCount: count('site', () => live),
    clientsCount: count('client', () => live),
    // The domain has no recurring jobs.
    recurringJobsCount: () => '0',
    usersCount: count('app_user', () => live),
    totalStorage: ({ company }) =>
      `(select coalesce(sum(x.size), 0)::float8 from document x where x.company_id = ${company} and ${live})`,
  },
  User: {
    fullName: ({ column }) => `${column('firstName')} || ' ' || ${column('lastName')}`,
    role: ({ column, company }) =>
      `(select x.role from membership x where x.company_id = ${company} and x.user_id = ${column('id')})`,
    sitesCount: countChildren('site', 'manager_id'),
    inspectionsCount: count('inspection', ({ column }) => `x.inspector_id = ${column('id')}`),
    technicalJobsCount: countChildren('job', 'technician_id'),
  },
  Client: {
    sitesCount: countChildren('site', 'client_id'),
  },
  Site: {
    zonesCount: countChildren('zone', 'site_id'),
    assetsCount: count('asset', (scope) => `${zonesOfSite(scope)} and ${live}`),
    openJobsCount: count('job', ({ column }) => `x.site_id = ${column('id')} and ${open}`),
    failing: (scope) =>
      `(${count(
        'asset',
        () => `${zonesOfSite(scope)} and x.defective and x.decommissioned_at is null and ${live}`,
      )(scope)} >= ${scope.column('failureThreshold')})`,
  },
  ZoneType: {
    zonesCount: countChildren('zone', 'type_id'),
    assetTypesCount: count(
      'zone_type_asset_type',
      ({ column, company }) => `x.zone_type_id = ${column('id')} and exists (
        select from asset_type y where y.company_id = ${company} and y.id = x.asset_type_id and y.deleted_at is null)`,
    ),
  },
  Zone: {
    assetsCount: countChildren('asset', 'zone_id'),
    sizeSquareMetres: ({ column }) => `nullif(${column('size')}, 0)`,
  },
  Checklist: {
    checksCount: count('checklist_check', ({ column }) => `x.checklist_id = ${column('id')}`),
  },
  AssetType: {
    assetsCount: countChildren('asset', 'type_id'),
  },
  Asset: {
    overdue: (scope) => `(${due(scope)} and ${scope.column('decommissionedAt')} is null)`,
    status: assetStatus,
    statusRank: assetStatusRank,
    documentsCount: countChildren('document', 'asset_id'),
    // The values in the order of the asset type's fields.
    customFieldValues: ({ column, company }) => `(
      select coalesce(jsonb_agg(jsonb_build_object(
        'fieldId', field ->> 'fieldId', 'label', field ->> 'label',
        'value', ${column('metaData')} ->> (field ->> 'fieldId')) order by position), '[]')
      from asset_type x, jsonb_array_elements(x.custom_fields) with ordinality as fields (field, position)
      where x.company_id = ${company} and x.id = ${column('typeId')}
        and ${column('metaData')} ? (field ->> 'fieldId'))`,
  },
  Job: {
    paused: ({ column }) => `(${column('status')} = 'paused')`,
    startsInFuture: ({ column }) => `(${column('scheduledStart')} > now())`,
    late: ({ column }) => `(${isOpen(column('status'))} and ${column('scheduledEnd')} < now())`,
    scheduledStartLocal: localTime('scheduledStart'),
    scheduledEndLocal: localTime('scheduledEnd'),
    totalMinutes: ({ column }) =>
      // `workingSince` may be in the future, set by another clock. If it is null, `greatest` ignores it.
      `floor((${column('workedSeconds')} + greatest(0, extract(epoch from now() - ${column('workingSince')}))) / 60)::int`,
  },
  Document: {
    updatedAt: neverChanged,
    url: ({ column }) => `'/documents/' || ${column('uuid')}`,
  },
  Inspection: {
    updatedAt: neverChanged,
  },
} satisfies { [Model in keyof DerivedFields]: Record<keyof DerivedFields[Model], Expression> }
