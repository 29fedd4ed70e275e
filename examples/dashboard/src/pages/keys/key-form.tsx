import { type ReactNode, useContext, useState } from 'react'
import type { ApiKeyRowFragment, ApiKeyScope } from '../../../generated/graphql.js'
import { labelOf, TimeZoneContext } from '../../format.js'
import { dayOf, endOfDay, listOf } from '../../lists/filters.js'
import { EditForm } from '../../parts/edit-form.js'
import { Field } from '../../parts/field.js'
import { type FormErrors, formErrors } from '../../parts/form-errors.js'
import { describeError } from '../../parts/problem.js'

const INPUTS = ['name', 'addressRanges', 'expiresAt', 'scopes']

/** What each scope allows, in addition to the ones before. */
const SCOPES: Readonly<Record<ApiKeyScope, string>> = {
  READ: 'queries',
  FIELD_WORK: 'also what technicians write',
  ADMIN_WRITE: 'also what admins write',
}

export interface KeyValues {
  readonly name: string
  readonly scopes: ApiKeyScope[] | null
  readonly addressRanges: string[] | null
  /** Absent if the user has not changed it. */
  readonly expiresAt?: string | null
}

interface Props {
  /** The key to change; undefined for a new one. */
  readonly apiKey?: ApiKeyRowFragment
  readonly label: string
  /** Resolves to the user errors of the mutation. */
  readonly onSubmit: (
    values: KeyValues,
  ) => Promise<readonly { field: readonly string[] | null; message: string }[]>
  /** Inputs before the others. */
  readonly children?: ReactNode
}

/** The name and the limits of an API key. */
export function KeyForm({ apiKey, label, onSubmit, children }: Props) {
  const timeZone = useContext(TimeZoneContext)
  const [errors, setErrors] = useState<FormErrors>(new Map())
  const [isBusy, setBusy] = useState(false)
  const expiryDay = apiKey?.expiresAt ? dayOf(apiKey.expiresAt, timeZone) : ''

  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string).trim()
    const scopes = data.getAll('scopes') as ApiKeyScope[]
    const ranges = listOf(text('addressRanges'))
    const day = text('expiresAt')
    setBusy(true)
    try {
      const found = await onSubmit({
        name: text('name'),
        scopes: scopes.length > 0 ? scopes : null,
        addressRanges: ranges.length > 0 ? ranges : null,
        ...(day !== expiryDay && { expiresAt: day ? endOfDay(day, timeZone) : null }),
      })
      // An error of one range belongs to the input of all ranges.
      const byInput = found.map((error) => ({ ...error, field: error.field?.slice(0, 1) ?? null }))
      setErrors(formErrors(byInput, INPUTS))
    } catch (error) {
      setErrors(formErrors([{ field: null, message: describeError(error) }], INPUTS))
    } finally {
      setBusy(false)
    }
  }
  const field = (name: string, value: string) => ({ name, value, error: errors.get(name) })
  return (
    <EditForm errors={errors} onSubmit={submit}>
      <Field label="What the key is for" {...field('name', apiKey?.name ?? '')} />
      {children}
      <fieldset className="values-filter">
        <legend>Scopes (none: all that its user may do)</legend>
        {Object.entries(SCOPES).map(([scope, meaning]) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              defaultChecked={apiKey ? apiKey.scopes?.includes(scope as ApiKeyScope) : false}
            />
            <span>
              {labelOf(scope)} <span className="muted">{meaning}</span>
            </span>
          </label>
        ))}
        {errors.has('scopes') && <p className="error">{errors.get('scopes')}</p>}
      </fieldset>
      <Field
        label="Address ranges, separated by commas (empty: any address)"
        {...field('addressRanges', apiKey?.addressRanges?.join(', ') ?? '')}
      />
      <Field
        label="Last day (empty: it does not expire)"
        type="date"
        {...field('expiresAt', expiryDay)}
      />
      <div className="actions">
        <button className="primary" disabled={isBusy}>
          {label}
        </button>
        <a className="button" href="#/keys?revoked=no">
          Back
        </a>
      </div>
    </EditForm>
  )
}
