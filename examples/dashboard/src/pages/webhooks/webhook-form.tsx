import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { WebhookPageFragment } from '../../../generated/graphql.js'
import { listOf } from '../../lists/filters.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { Choices } from '../../parts/choices.js'
import { EditForm } from '../../parts/edit-form.js'
import { Field } from '../../parts/field.js'
import type { FieldError } from '../../parts/form-errors.js'
import { useForm } from '../../parts/use-form.js'
import { COMMON_EVENTS } from './webhook-texts.js'

const API_KEY_NAMES = graphql(`
  query ApiKeyNames {
    viewer {
      company {
        id
        apiKeys(first: 100, filter: { revoked: false }) {
          edges {
            node {
              id
              name
            }
          }
        }
      }
    }
  }
`)

const INPUTS = ['url', 'triggers', 'query', 'exceptMadeBy']

export interface WebhookValues {
  readonly url: string
  readonly triggers: string[]
  readonly query: string | null
  readonly siteIds: string[] | null
  readonly exceptMadeBy: string | null
}

interface Props {
  /** The webhook to change; undefined for a new one. */
  readonly webhook?: WebhookPageFragment
  readonly label: string
  /** Resolves to the user errors of the mutation. */
  readonly onSubmit: (values: WebhookValues) => Promise<readonly FieldError[]>
}

/** What a webhook sends, and to which address. */
export function WebhookForm({ webhook, label, onSubmit }: Props) {
  const { errors, isBusy, submit, field } = useForm(INPUTS)
  const [siteIds, setSiteIds] = useState(webhook?.siteIds ?? [])
  const keys = useQuery(API_KEY_NAMES).data?.viewer.company.apiKeys?.edges ?? []
  const further = webhook?.triggers.filter((trigger) => !(trigger in COMMON_EVENTS)) ?? []

  const valuesOf = (form: HTMLFormElement): WebhookValues => {
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string).trim()
    return {
      url: text('url'),
      triggers: [...(data.getAll('common') as string[]), ...listOf(text('triggers'))],
      query: text('query') || null,
      siteIds: siteIds.length > 0 ? siteIds : null,
      exceptMadeBy: text('exceptMadeBy') || null,
    }
  }
  return (
    <EditForm errors={errors} onSubmit={(form) => submit(valuesOf(form), onSubmit)}>
      <Field
        label="Address, such as https://example.com/events"
        {...field('url', webhook?.url ?? '')}
      />
      <Choices
        legend="Send an event when"
        name="common"
        options={Object.entries(COMMON_EVENTS).map(([trigger, meaning]) => [
          trigger,
          meaning,
          trigger,
        ])}
        chosen={webhook?.triggers ?? []}
      />
      <Field
        label="Further events, separated by commas, such as asset.zoneId or *.updated"
        {...field('triggers', further.join(', '))}
      />
      <Field
        label="Query about the record with the id $id (empty: events have no data)"
        type="code"
        {...field('query', webhook?.query ?? '')}
      />
      <RecordPicker
        label="Only records of these sites (none: all records)"
        noun="sites"
        ids={siteIds}
        onChange={setSiteIds}
      />
      <Field
        label="No events of changes made with this API key"
        // The options come after the first render.
        key={keys.length}
        {...field('exceptMadeBy', webhook?.exceptMadeBy?.id ?? '')}
      >
        <option value="">None</option>
        {webhook?.exceptMadeBy &&
          !keys.some(({ node }) => node.id === webhook.exceptMadeBy?.id) && (
            <option value={webhook.exceptMadeBy.id}>{webhook.exceptMadeBy.name}</option>
          )}
        {keys.map(({ node: { id, name } }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Field>
      <div className="actions">
        <button className="primary" disabled={isBusy}>
          {label}
        </button>
        <a className="button" href="#/webhooks">
          Back
        </a>
      </div>
    </EditForm>
  )
}
