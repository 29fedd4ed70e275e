import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { errorsOfRequest, type FieldError } from './form-errors.js'
import { useToast } from './toasts.js'

interface UserError {
  readonly field?: readonly string[] | null
  readonly message: string
}

interface Payload {
  readonly userErrors: readonly UserError[]
}

interface Action<Data extends object> {
  /** Sends the mutation. */
  readonly send: () => Promise<{ readonly data?: Data | undefined }>
  /** What has happened, if the service has accepted it. */
  readonly done: string | ((data: Data) => string)
  /** The inverse of the mutation, if there is one. It gets the mutation's data. */
  readonly undo?: ((data: Data) => unknown) | undefined
  /** Leads to another page. Without it, the page that sends the mutation reads its records again. */
  readonly next?: ((data: Data) => unknown) | undefined
}

/** Lists that a mutation may change. A list in the cache that is not on the screen is read again when it is shown. */
const LISTS = [
  'assets',
  'checklists',
  'findings',
  'inspections',
  'jobs',
  'sites',
  'webhooks',
  'zones',
]

/** Sends mutations: a toast says what has happened; then the page reads its records again. */
export function useAction() {
  const client = useApolloClient()
  const show = useToast()
  const [isBusy, setBusy] = useState(false)

  /** Sends the mutation of a form. Resolves to the errors that the service has found, which the form shows at its fields. */
  const write = async <Data extends object>({ send, done, undo, next }: Action<Data>) => {
    const { data } = await send()
    const errors = userErrorsIn(data ?? {})
    if (!data || errors.length > 0) return errors
    show({
      text: typeof done === 'string' ? done : done(data),
      undo: undo && (() => undo(data)),
    })
    if (next) {
      evictLists(client)
      next(data)
    } else await readAgain(client)
    return errors
  }
  /** Sends the mutation of a button: a toast also says which errors there are. Resolves to whether the service has accepted it. */
  const run = async <Data extends object>(action: Action<Data>): Promise<boolean> => {
    setBusy(true)
    const errors = await write(action).catch(errorsOfRequest)
    setBusy(false)
    if (errors.length > 0)
      show({ text: errors.map(({ message }) => message).join(' '), isError: true })
    return errors.length === 0
  }
  return { run, write, isBusy }
}

/** The user errors in the payloads of mutations. */
export const userErrorsIn = (data: object): FieldError[] =>
  Object.values(data as Record<string, Payload | string | null>)
    .flatMap((payload) =>
      payload !== null && typeof payload === 'object' ? payload.userErrors : [],
    )
    .map(({ field = null, message }) => ({ field, message }))

/** Reads again what a mutation may have changed. The mutation has succeeded, even if the page cannot be read. */
export async function readAgain(client: ApolloClient): Promise<void> {
  evictLists(client)
  await client.refetchQueries({ include: 'active' }).catch(() => undefined)
}

export function evictLists({ cache }: ApolloClient): void {
  for (const fieldName of LISTS) cache.evict({ id: 'ROOT_QUERY', fieldName })
}
