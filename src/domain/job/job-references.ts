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

/**
 * The keys as arguments of the function `insert_jobs`: integer ids and UUIDs of sites, types, technicians and zones. Null among the
 * ids of the technicians stands for the placeholder.
 */
export function referenceKeys(inputs: readonly ReferenceInput[]) {
  const keysOf = (keys: readonly (RecordKey | null | undefined)[]) => {
    const { ids, uuids } = idsAndUuids(keys.filter(isKey))
    return [ids, uuids] as const
  }
  const technicians = inputs.map(({ technicianId }) => technicianId)
  const [technicianIds, technicianUuids] = keysOf(technicians)
  return [
    ...keysOf(inputs.map(({ siteId }) => siteId)),
    ...keysOf(inputs.map(({ jobTypeId }) => jobTypeId)),
    technicians.includes(null) ? [null, ...technicianIds] : technicianIds,
    technicianUuids,
    ...keysOf(inputs.flatMap(({ zoneIds }) => zoneIds)),
  ]
}

type Found<Columns> = readonly (Columns & { readonly id: number; readonly uuid: string })[]

interface Technician {
  readonly placeholder: boolean
  /** Whether the user is active and a technician, or the placeholder and the company allows jobs without a technician. */
  readonly eligible: boolean
}

/** The records, as the function `lock_references_of_jobs` returns them. */
export interface FoundRows {
  readonly sites: Found<{ readonly timezone: string | null }>
  readonly types: Found<{ readonly active: boolean }>
  readonly technicians: Found<Technician>
  readonly zones: Found<{ readonly siteId: number }>
}

export function referencesByKey({ sites, types, technicians, zones }: FoundRows) {
  const technicianByKey = new FoundByKey(technicians)
  const placeholder = technicians.find((user) => user.placeholder) ?? null
  return {
    sites: new FoundByKey(sites),
    types: new FoundByKey(types),
    /** Without a key: the placeholder. */
    technicianOf: (key: RecordKey | null | undefined) =>
      isKey(key) ? technicianByKey.get(key) : placeholder,
    zones: new FoundByKey(zones),
  }
}

export type FoundReferences = ReturnType<typeof referencesByKey>

/* The errors for references to existing records that a job must not refer to. */

export const rejectType = (errors: ValidationErrors): void => {
  errors.add('INVALID', 'jobTypeId', 'This job type is inactive: new jobs cannot have it.')
}

/** The id of the placeholder means the same as no key: a job needs a technician, unless the company allows jobs without one. */
export function checkTechnician(
  errors: ValidationErrors,
  key: RecordKey | null | undefined,
  technician: Technician | null,
): void {
  if (technician?.eligible) return
  if (technician ? technician.placeholder : !isKey(key)) errors.required('technicianId', null)
  else if (!technician) errors.reference('technicianId', null, 'User')
  else errors.add('INVALID', 'technicianId', 'An active user with the technician role is expected.')
}

export const rejectZone = (errors: ValidationErrors, index: number): void => {
  errors.add('INVALID', ['zoneIds', index], 'This zone does not belong to the site.')
}
