import { FoundByKey } from '../bulk/found-by-key.js'
import type { RecordKey } from '../domain.js'
import { idsAndUuids, isKey, isOneOfRecords } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'

/* The records that the inputs of several jobs refer to. */

export interface ReferenceInput {
  readonly siteId?: RecordKey | null | undefined
  readonly jobTypeId?: RecordKey | null | undefined
  readonly technicianId?: RecordKey | null | undefined
  readonly zoneIds?: readonly RecordKey[] | null | undefined
}

/** The parameters $2 to $9 of a statement with `lockReferencesSql`. */
export function referenceKeys(inputs: readonly ReferenceInput[]) {
  const keysOf = (keys: readonly (RecordKey | null | undefined)[]) => {
    const { ids, uuids } = idsAndUuids(keys.filter(isKey))
    return [ids, uuids]
  }
  return [
    ...keysOf(inputs.map(({ siteId }) => siteId)),
    ...keysOf(inputs.map(({ jobTypeId }) => jobTypeId)),
    ...keysOf(inputs.map(({ technicianId }) => technicianId)),
    ...keysOf(inputs.flatMap(({ zoneIds }) => zoneIds ?? [])),
  ]
}

/**
 * Four common table expressions that find and lock the records, so that they cannot be removed before the commit. If a
 * record is being removed, the statement waits for that transaction and then does not find the record. The lock of a
 * technician's membership prevents a change of the role in the same way. $1 is the company. `isOne`: the keys are those of
 * one job.
 */
export const lockReferencesSql = (isOne: boolean) => `
site as (
  select id, uuid, timezone from site
  where ${isOneOfRecords('site', '$1::int', ['$2', '$3'], isOne)} and deleted_at is null
  order by id
  for key share
), job_type as (
  select id, uuid, active, requires_signature from job_type
  where ${isOneOfRecords('job_type', '$1', ['$4', '$5'], isOne)} and deleted_at is null
  order by id
  for key share
), technician as (
  select app_user.id, app_user.uuid, app_user.active and m.role = 'technician' as eligible
  from app_user
  join membership m on m.company_id = $1 and m.user_id = app_user.id
  where ${isOneOfRecords('app_user', '$1', ['$6', '$7'], isOne)} and app_user.deleted_at is null
  order by app_user.id
  for key share of app_user
  for share of m
), zone as (
  select id, uuid, site_id from zone
  where ${isOneOfRecords('zone', '$1', ['$8', '$9'], false)} and deleted_at is null
  order by id
  for key share
)`

/** The select list with the records found: a JSON array for each kind. */
export const FOUND_REFERENCES = `
  (select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid, 'timezone', timezone)), '[]') from site) as sites,
  (select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid, 'active', active)), '[]') from job_type) as types,
  (select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid, 'eligible', eligible)), '[]') from technician) as technicians,
  (select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid, 'siteId', site_id)), '[]') from zone) as zones`

type Found<Columns> = readonly (Columns & { readonly id: number; readonly uuid: string })[]

/** A row of `FOUND_REFERENCES`. */
export interface ReferenceColumns {
  readonly sites: Found<{ readonly timezone: string | null }>
  readonly types: Found<{ readonly active: boolean }>
  /** `eligible`: whether the user is active and a technician. */
  readonly technicians: Found<{ readonly eligible: boolean }>
  readonly zones: Found<{ readonly siteId: number }>
}

export const referencesByKey = ({ sites, types, technicians, zones }: ReferenceColumns) => ({
  sites: new FoundByKey(sites),
  types: new FoundByKey(types),
  technicians: new FoundByKey(technicians),
  zones: new FoundByKey(zones),
})

export type FoundReferences = ReturnType<typeof referencesByKey>

/* The errors for references to existing records that a job must not refer to. */

export const rejectType = (errors: ValidationErrors): void => {
  errors.add('INVALID', 'jobTypeId', 'This job type is inactive: new jobs cannot have it.')
}

export const rejectTechnician = (errors: ValidationErrors): void => {
  errors.add('INVALID', 'technicianId', 'An active user with the technician role is expected.')
}

export const rejectZone = (errors: ValidationErrors, index: number): void => {
  errors.add('INVALID', ['zoneIds', index], 'This zone does not belong to the site.')
}
