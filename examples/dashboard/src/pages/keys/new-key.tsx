import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { CopyText } from '../../parts/copy-text.js'
import { KeyForm, type KeyValues } from './key-form.js'

const CREATE_API_KEY = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      key
      apiKey {
        ...ApiKeyRow
      }
      userErrors {
        field
        message
      }
    }
  }
`)

/** Creates an API key, and shows it once: the service stores only its hash. */
export function NewKey() {
  const [userIds, setUserIds] = useState<string[]>([])
  const [create, { data, reset }] = useMutation(CREATE_API_KEY)
  const { key, apiKey } = data?.createApiKey ?? {}

  const submit = async (values: KeyValues) => {
    const [actsAs = null] = userIds
    const created = await create({ variables: { input: { ...values, actsAs } } })
    return created.data?.createApiKey?.userErrors ?? []
  }
  return (
    <>
      <title>New API key · Field inspections</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/keys?revoked=no">API keys</a>
      </nav>
      <h1>New API key</h1>
      {key && apiKey ? (
        <section className="panel form" aria-labelledby="created">
          <h2 id="created">{apiKey.name} is created</h2>
          <p role="status">
            Copy the key now: it cannot be shown again.{' '}
            {apiKey.actsAs
              ? `A program sends it as “Authorization: Bearer …”, and acts as ${apiKey.actsAs.fullName}.`
              : 'A program sends it in “x-api-key”, with the token of a user.'}
          </p>
          <CopyText label="The key" text={key} />
          <div className="actions">
            <a className="button" href="#/keys?revoked=no">
              All keys
            </a>
            <button type="button" onClick={reset}>
              Another key
            </button>
          </div>
        </section>
      ) : (
        <KeyForm label="Create" onSubmit={submit}>
          <RecordPicker
            isSingle
            label="Acts as (none: it needs the token of a user)"
            noun="users"
            ids={userIds}
            onChange={setUserIds}
          />
        </KeyForm>
      )}
    </>
  )
}
