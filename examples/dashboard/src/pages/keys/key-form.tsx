import { type ReactNode, useContext } from 'react'
import type { ApiKeyRowFragment, ApiKeyScope } from '../../../generated/graphql.js'
import { labelOf, TimeZoneContext } from '../../format.js'
import { dayOf, endOfDay, listOf } from '../../lists/filters.js'
import { Choices } from '../../parts/choices.js'
import { EditForm } from '../../parts/edit-form.js'
import { Field } from '../../parts/field.js'
import type { FieldError } from '../../parts/form-errors.js'
import { useForm } from '../../parts/use-form.js'

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
  readonly onSubmit: (values: KeyValues) => Promise<readonly FieldError[]>
  /** Inputs before the others. */
  readonly children?: ReactNode
}

/** The name and the limits of an API key. */
export function KeyForm({ apiKey, label, onSubmit, children }: Props) {
  const timeZone = useContext(TimeZoneContext)
  const { errors, isBusy, submit, field } = useForm(INPUTS)
  const expiryDay = apiKey?.expiresAt ? dayOf(apiKey.expiresAt, timeZone) : ''

  const valuesOf = (form: HTMLFormElement): KeyValues => {
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string).trim()
    const scopes = data.getAll('scopes') as ApiKeyScope[]
    const ranges = listOf(text('addressRanges'))
    const day = text('expiresAt')
    return {
      name: text('name'),
      scopes: scopes.length > 0 ? scopes : null,
      addressRanges: ranges.length > 0 ? ranges : null,
      ...(day !== expiryDay && { expiresAt: day ? endOfDay(day, timeZone) : null }),
    }
  }
  return (
    <EditForm errors={errors} onSubmit={(form) => submit(valuesOf(form), onSubmit)}>
      <Field label="What the key is for" {...field('name', apiKey?.name ?? '')} />
      {children}
      <Choices
        legend="Scopes (none: all that its user may do)"
        name="scopes"
        options={Object.entries(SCOPES).map(([scope, meaning]) => [scope, labelOf(scope), meaning])}
        chosen={apiKey?.scopes ?? []}
        error={errors.get('scopes')}
      />
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
