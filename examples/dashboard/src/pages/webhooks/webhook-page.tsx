import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { WebhookPageFragment } from '../../../generated/graphql.js'
import { useTimeFormat } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { Facts } from '../../parts/facts.js'
import { History } from '../../parts/history.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { useToast } from '../../parts/toasts.js'
import { useRestore } from '../../parts/use-restore.js'
import { useShown } from '../../parts/use-shown.js'
import type { Route } from '../../route.js'
import { DeliveryLog } from './delivery-log.js'
import { ShownSecret } from './shown-secret.js'
import { WebhookActions } from './webhook-actions.js'
import { WebhookForm, type WebhookValues } from './webhook-form.js'
import { REASONS, stateOf } from './webhook-texts.js'

graphql(`
  fragment WebhookPage on Webhook {
    ...WebhookRow
    query
    siteIds
    updatedAt
    disabledReason
    previousSecretUntil
    createdBy {
      id
      fullName
    }
    exceptMadeBy {
      id
      name
    }
  }
`)
const WEBHOOK = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) {
      ...WebhookPage
    }
  }
`)
const UPDATE_WEBHOOK = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        ...WebhookPage
      }
      userErrors {
        field
        message
      }
    }
  }
`)

/** A webhook: its state, what it sends, the log of its deliveries, and its history. */
export function WebhookPage({ id, route }: { id: string; route: Route }) {
  const { data, error, refetch } = useQuery(WEBHOOK, {
    variables: { id },
    // The service changes the state of a webhook whose receiver fails.
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { webhook } = data
  return webhook ? <Content {...{ webhook, route }} /> : <Missing noun="webhook" />
}

function Content({ webhook, route }: { webhook: WebhookPageFragment; route: Route }) {
  const { id, url, disabledAt } = webhook
  const [secret, setSecret] = useState('')
  const [update] = useMutation(UPDATE_WEBHOOK, { refetchQueries: ['History'] })
  const { formKey, restore } = useRestore(id)
  const [read, setRead] = useShown(webhook, FIELDS, formKey)
  const show = useToast()

  const submit = async (values: WebhookValues) => {
    // A query that is sent runs with the rights of this user from then on, although its text is the same.
    const before = { ...read, exceptMadeBy: read.exceptMadeBy?.id ?? null }
    const names = (Object.keys(values) as (keyof WebhookValues)[]).filter(
      (name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]),
    )
    const write = (expectedUpdatedAt: string, from: WebhookValues) => {
      const changed = Object.fromEntries(names.map((name) => [name, from[name]]))
      return update({ variables: { input: { id, expectedUpdatedAt, ...changed } } })
    }
    const { data } = await write(read.updatedAt, values)
    const { userErrors = [], webhook: saved } = data?.updateWebhook ?? {}
    if (userErrors.length > 0 || !saved) return userErrors
    const undo = () => restore(() => write(saved.updatedAt, before))
    setRead(saved)
    show({ text: 'The webhook is changed.', ...(canUndo(read, saved) && { undo }) })
    return []
  }
  return (
    <>
      <title>{`${url} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/webhooks">Webhooks</a>
      </nav>
      <div className="heading">
        <h1 className="address">{url}</h1>
        <Badge value={stateOf(webhook)} />
      </div>
      <WebhookActions id={id} isDisabled={disabledAt !== null} onSecret={setSecret} />
      {secret && <ShownSecret title="The webhook has a new secret" secret={secret} />}
      <State webhook={webhook} />
      <DeliveryLog id={id} canSend={disabledAt === null} route={route} />
      <WebhookForm key={formKey} label="Save" webhook={read} onSubmit={submit} />
      <History id={id} />
    </>
  )
}

const FIELDS = ['url', 'triggers', 'query', 'siteIds', 'exceptMadeBy'] as const

/** Not if the query from before could get the rights of another user: those of the user who sends it. */
const canUndo = (before: WebhookPageFragment, saved: WebhookPageFragment) =>
  before.query === saved.query ||
  (saved.query !== null && before.createdBy.id === saved.createdBy.id)

function State({ webhook }: { webhook: WebhookPageFragment }) {
  const { time } = useTimeFormat()
  const { createdAt, createdBy, failingSince, previousSecretUntil } = webhook
  const { disabledAt, disabledReason } = webhook
  const facts: Record<string, string> = {
    Created: time(createdAt),
    'Its query has the rights of': createdBy.fullName,
    'All attempts fail since': time(failingSince),
    'The old secret signs until': time(previousSecretUntil),
  }
  if (disabledAt && disabledReason) {
    facts['Disabled'] = `${time(disabledAt)}. ${REASONS[disabledReason]}`
  }
  return <Facts facts={Object.entries(facts)} />
}
