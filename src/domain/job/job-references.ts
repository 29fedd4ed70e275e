import { FoundByKey } from '../bulk/found-by-key.js'
import type { RecordKey } from '../domain.js'
import { idsAndUuids, isKey } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'

/* The records that the inputs of several jobs refer to. */

export interface ReferenceInput {
  readonly siteId?: RecordKey | null | undefined
  readonly jobTypeId?: RecordKey | null | undefined
  readonly technicianId?: RecordKey | null | undefined
  readonly zoneIds?: readonly RecordKey[] | null | undefined
}

/** The keys as arguments of the function `insert_jobs`: integer ids and UUIDs of sites, types, technicians and zones. */
export function referenceKeys(inputs: readonly ReferenceInput[]) {
  const keysOf = (keys: readonly (RecordKey | null | undefined)[]) => {
    const { ids, uuids } = idsAndUuids(keys.filter(isKey))
    return [ids, uuids]
  }
  return [
    ...keysOf(inputs.map(({ siteId }) => siteId)),
    ...keysOf(inputs.map(({ jobTypeId }) => jobTypeId)),
    ...keysOf(inputs.map(({ technicianId }) => technicianId)),
    ...keysOf(inputs.flatMap(({ zoneIds }) => zoneIds)),
  ]
}

type Found<Columns> = readonly (Columns & { readonly id: number; readonly uuid: string })[]

/** The records, as the function `lock_references_of_jobs` returns them. */
export interface FoundRows {
  readonly sites: Found<{ readonly timezone: string | null }>
  readonly types: Found<{ readonly active: boolean }>
  /** `eligible`: whether the user is active and a technician. */
  readonly technicians: Found<{ readonly eligible: boolean }>
  readonly zones: Found<{ readonly siteId: number }>
}

export const referencesByKey = ({ sites, types, technicians, zones }: FoundRows) => ({
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
