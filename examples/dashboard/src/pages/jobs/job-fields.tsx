import { useContext, useState } from 'react'
import { Temporal } from 'temporal-polyfill'
import { TimeZoneContext } from '../../format.js'
import { RecordField } from '../../lists/record-field.js'
import { Field } from '../../parts/field.js'
import type { FormErrors } from '../../parts/form-errors.js'
import { NOT_ASSIGNED, TECHNICIANS, useAllowsUnassigned } from './technicians.js'

/** The inputs of a new job, named by their path in the mutation's input. */
export const JOB_INPUTS = [
  'jobTypeId',
  'technicianId',
  'scheduledStartLocal',
  'scheduledEndLocal',
  'requiresSignature',
  'allowEarlyClosure',
  'reference',
  'specialInstructions',
]

/** The values of the form as the mutation expects them. */
export function jobValuesIn(form: HTMLFormElement) {
  const data = new FormData(form)
  const text = (name: string) => (data.get(name) as string).trim()
  const flag = (name: string) => (text(name) ? text(name) === 'yes' : null)
  return {
    ...{ jobTypeId: text('jobTypeId'), technicianId: text('technicianId') || null },
    scheduledStartLocal: text('scheduledStartLocal'),
    scheduledEndLocal: text('scheduledEndLocal'),
    requiresSignature: flag('requiresSignature'),
    allowEarlyClosure: flag('allowEarlyClosure'),
    reference: text('reference') || null,
    specialInstructions: text('specialInstructions') || null,
  }
}

interface Props {
  readonly errors: FormErrors
  readonly technicianIds?: readonly string[]
  /** The instant that the form proposes as the start. */
  readonly start?: string
  /** The time zone of the site; undefined if the form does not have the site. */
  readonly timeZone?: string | undefined
}

/** What a new job needs besides its site. Its times are local times at the site. */
export function JobFields({ errors, technicianIds, start, timeZone }: Props) {
  const allowsUnassigned = useAllowsUnassigned()
  const ownTimeZone = useContext(TimeZoneContext)
  // Until the user enters a time, it follows from the proposed instant and from the site.
  const [entered, setEntered] = useState<{ start?: string; end?: string }>({})
  const startTime = entered.start ?? (start ? localTime(start, timeZone ?? ownTimeZone) : '')
  const endTime = entered.end ?? hourAfter(startTime)
  const field = (name: string, value = '') => ({ name, value, error: errors.get(name) })
  const place = timeZone ? ` (${timeZone})` : ', in the time zone of the site'
  return (
    <>
      <div className="row">
        <RecordField
          isSingle
          label="Job type"
          noun="jobTypes"
          where={{ active: true }}
          name="jobTypeId"
          error={errors.get('jobTypeId')}
        />
        <RecordField
          isSingle
          label="Technician"
          {...(allowsUnassigned && { whenEmpty: NOT_ASSIGNED.fullName })}
          noun="users"
          where={TECHNICIANS}
          name="technicianId"
          {...(technicianIds && { chosen: technicianIds })}
          error={errors.get('technicianId')}
        />
      </div>
      <div className="row">
        <Field
          label={`Start${place}`}
          type="datetime-local"
          {...field('scheduledStartLocal', startTime)}
          onChange={(text) => {
            setEntered({ ...entered, start: text })
          }}
        />
        <Field
          label={`End${timeZone ? place : ''}`}
          type="datetime-local"
          {...field('scheduledEndLocal', endTime)}
          onChange={(text) => {
            setEntered({ ...entered, end: text })
          }}
        />
      </div>
      <div className="row">
        <Field label="Signature" {...field('requiresSignature')}>
          <option value="">As the job type requires</option>
          <option value="yes">Required</option>
          <option value="no">Not required</option>
        </Field>
        <Field label="Completion before the end" {...field('allowEarlyClosure')}>
          <option value="">Allowed</option>
          <option value="no">Not allowed</option>
        </Field>
      </div>
      <Field label="Reference" {...field('reference')} />
      <Field label="Instructions" type="lines" {...field('specialInstructions')} />
    </>
  )
}

/** `2027-01-04T09:00` */
const localTime = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** An hour later by the clock; empty if the time is not complete. */
function hourAfter(time: string): string {
  const later = new Date(Date.parse(`${time}Z`) + 3_600_000)
  return Number.isNaN(later.getTime()) ? '' : later.toISOString().slice(0, 16)
}
