import { useMutation, useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { ApiKeyPageFragment } from '../../../generated/graphql.js'
import { formatNumber, useTimeFormat } from '../../format.js'
import { Facts } from '../../parts/facts.js'
import { Confirm } from '../../parts/confirm.js'
import { History } from '../../parts/history.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { useToast } from '../../parts/toasts.js'
import { useAction } from '../../parts/use-action.js'
import { useRestore } from '../../parts/use-restore.js'
import { useShown } from '../../parts/use-shown.js'
import { KeyForm, type KeyValues } from './key-form.js'

graphql(`
  fragment ApiKeyPage on ApiKey {
    ...ApiKeyRow
    createdAt
    updatedAt
    createdBy {
      id
      fullName
    }
  }
`)
const API_KEY = graphql(`
  query ApiKey($id: ID!) {
    node(id: $id) {
      id
      ...ApiKeyPage
    }
  }
`)
const UPDATE_API_KEY = graphql(`
  mutation UpdateApiKey($input: UpdateApiKeyInput!) {
    updateApiKey(input: $input) {
      apiKey {
        ...ApiKeyPage
      }
      userErrors {
        field
        message
      }
    }
  }
`)
const REVOKE_API_KEY = graphql(`
  mutation RevokeApiKey($id: ID!) {
    revokeApiKey(input: { id: $id }) {
      apiKey {
        ...ApiKeyPage
      }
      userErrors {
        message
      }
    }
  }
`)

/** An API key: its use, its limits, which can be changed until it is revoked, and its history. */
export function KeyPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(API_KEY, {
    variables: { id },
    // The service counts the uses.
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  })
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { node } = data
  return node?.__typename === 'ApiKey' ? <Key apiKey={node} /> : <Missing noun="API key" />
}

function Key({ apiKey }: { apiKey: ApiKeyPageFragment }) {
  const { id, name, revokedAt } = apiKey
  const { run, isBusy } = useAction()
  const { formKey, restore } = useRestore(id)
  const [read, setRead] = useShown(apiKey, FIELDS, formKey)
  const show = useToast()
  const [update] = useMutation(UPDATE_API_KEY, { refetchQueries: ['History'] })
  const [revoke] = useMutation(REVOKE_API_KEY)
  const { time } = useTimeFormat()

  const submit = async (values: KeyValues) => {
    const input = { id, expectedUpdatedAt: read.updatedAt, ...values }
    const { data } = await update({ variables: { input } })
    const { userErrors = [], apiKey: saved } = data?.updateApiKey ?? {}
    if (userErrors.length > 0 || !saved) return userErrors
    const names = Object.keys(values) as (keyof KeyValues)[]
    const before = Object.fromEntries(names.map((each) => [each, read[each]]))
    const undone = { id, expectedUpdatedAt: saved.updatedAt, ...before }
    const undo = () => restore(() => update({ variables: { input: undone } }))
    setRead(saved)
    show({ text: `${values.name} is changed.`, undo })
    return []
  }
  return (
    <>
      <title>{`${name} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/keys?revoked=no">API keys</a>
      </nav>
      <div className="heading">
        <h1>{name}</h1>
        {revokedAt ? (
          <span className="late">Revoked {time(revokedAt)}</span>
        ) : (
          <div className="actions">
            <Confirm
              label="Revoke"
              question={`Programs with the key “${name}” stop working immediately, and a revoked key cannot be used again. Revoke it?`}
              isBusy={isBusy}
              onConfirm={() =>
                run({ send: () => revoke({ variables: { id } }), done: `${name} is revoked.` })
              }
            />
          </div>
        )}
      </div>
      <KeyFacts apiKey={apiKey} />
      {!revokedAt && <KeyForm key={formKey} label="Save" apiKey={read} onSubmit={submit} />}
      <History id={id} />
    </>
  )
}

const FIELDS = ['name', 'scopes', 'addressRanges', 'expiresAt'] as const

function KeyFacts({ apiKey }: { apiKey: ApiKeyPageFragment }) {
  const { time } = useTimeFormat()
  const { prefix, actsAs, createdBy, createdAt, lastUsedAt, lastUsedAddress, useCount } = apiKey
  const facts = {
    'Begins with': prefix,
    'Acts as': actsAs?.fullName ?? 'The user of the token',
    Created: `${time(createdAt)}, by ${createdBy.fullName}`,
    'Last use': lastUsedAt ? `${time(lastUsedAt)}, from ${lastUsedAddress ?? '–'}` : 'Never',
    Uses: formatNumber(useCount),
  }
  return <Facts facts={Object.entries(facts)} />
}
