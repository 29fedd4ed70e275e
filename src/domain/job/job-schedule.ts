import { type Domain, type RecordKey, queryRows } from '../domain.js'
import { FoundByKey } from '../bulk/found-by-key.js'
import { idsAndUuids, isKey, isOneOfRecords } from '../record/record-key.js'
import { existingInstantOf } from '../site/site-time.js'
import type { ValidationErrors } from '../validation-errors.js'

/**
 * The scheduled times of a job, each as an instant or as a local time at the site. If both are given, they must agree.
 */
export interface ScheduleInput {
  readonly scheduledStart?: Date | null | undefined
  /** `YYYY-MM-DDTHH:MM`, with or without `:SS`, in the time zone of the site. */
  readonly scheduledStartLocal?: string | null | undefined
  /** Later than the start. */
  readonly scheduledEnd?: Date | null | undefined
  readonly scheduledEndLocal?: string | null | undefined
}

/** The message for a local time that does not exist. */
export const SKIPPED = 'This time does not exist at the site: clocks are set forward.'

const MAX_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length

type TimeName = 'scheduledStart' | 'scheduledEnd'

const hasLocalTime = (input: ScheduleInput): boolean =>
  input.scheduledStartLocal != null || input.scheduledEndLocal != null

/**
 * Reads the time zones of the sites of all inputs that have local times. Sends no statement if no input has one.
 */
export async function findSitesOfLocalTimes(
  domain: Domain,
  inputs: readonly (ScheduleInput & { readonly siteId: RecordKey })[],
) {
  const keys = inputs.filter(hasLocalTime).map(({ siteId }) => siteId)
  if (keys.length === 0)
    return new FoundByKey<{ id: number; uuid: string; timezone: string | null }>([])
  const { ids, uuids } = idsAndUuids(keys.filter(isKey))
  const isOne = keys.length === 1
  const sites = await queryRows<{ id: number; uuid: string; timezone: string | null }>(domain, {
    name: `find-time-zone${isOne ? '' : 's'}-of-site${isOne ? '' : 's'}`,
    text: `select id, uuid, timezone from site where ${isOneOfRecords('site', '$1::int', ['$2', '$3'], isOne)}`,
    values: [domain.viewer.companyId, ids, uuids],
  })
  return new FoundByKey(sites)
}

/** The instant of a scheduled time; undefined if the input does not have it, or if it is invalid. */
export function checkScheduledTime(
  errors: ValidationErrors,
  input: ScheduleInput,
  name: TimeName,
  timezone: string | null,
): Date | undefined {
  const instant = input[name] ?? undefined
  if (instant && !errors.instant(name, instant)) return undefined
  const localText = input[`${name}Local`] ?? undefined
  if (localText === undefined) return instant
  const path = `${name}Local`
  if (localText.length > MAX_LENGTH) {
    errors.add('TOO_LONG', path, `At most ${MAX_LENGTH} characters are allowed.`)
    return undefined
  }
  const local = existingInstantOf(localText, timezone)
  if (local === 'malformed') {
    errors.add('INVALID', path, 'A local time such as 2027-01-04T10:00 is expected.')
    return undefined
  }
  if (local === 'skipped') {
    errors.add('INVALID', path, SKIPPED)
    return undefined
  }
  if (!errors.instant(path, local)) return undefined
  if (instant && instant.getTime() !== local.getTime()) {
    errors.add('INVALID', path, `This is another time than \`${name}\`.`)
    return undefined
  }
  return local
}

/** Rejects an end that does not come after the start. */
export function checkOrder(
  errors: ValidationErrors,
  input: ScheduleInput,
  start: Date | undefined,
  end: Date | undefined,
): void {
  if (!start || !end || end > start) return
  const path = fieldOf(
    input,
    input.scheduledEnd || input.scheduledEndLocal ? 'scheduledEnd' : 'scheduledStart',
  )
  errors.add('INVALID', path, 'The end must come after the start.')
}

/** The name of the input field that contains this time, for the path of an error. */
export const fieldOf = (input: ScheduleInput, name: TimeName): string =>
  input[name] == null && input[`${name}Local`] != null ? `${name}Local` : name
