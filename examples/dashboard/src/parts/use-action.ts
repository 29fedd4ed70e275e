import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import type { FieldError } from './form-errors.js'
import { describeError } from './problem.js'
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
  readonly done: string
  /** The inverse of the mutation, if there is one. It gets the mutation's data. */
  readonly undo?: (data: Data) => unknown
  /** Gets the errors that the service has found, to show them at their fields. */
  readonly rejected?: (errors: readonly FieldError[]) => void
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

/**
 * Runs mutations: a toast says what has happened, or which errors the service has found; then the page reads its records again.
 * `run` resolves to whether the service has accepted the mutation.
 */
export function useAction() {
  const client = useApolloClient()
  const show = useToast()
  const [isBusy, setBusy] = useState(false)

  const run = async <Data extends object>(action: Action<Data>): Promise<boolean> => {
    const { send, done, undo, rejected } = action
    setBusy(true)
    try {
      const { data } = await send()
      const errors = userErrorsIn(data ?? {})
      if (errors.length > 0) {
        show({ text: errors.map(({ message }) => message).join(' '), isError: true })
        rejected?.(errors)
        return false
      }
      show({ text: done, undo: undo && data && (() => undo(data)) })
      evictLists(client)
      await client.refetchQueries({ include: 'active' })
      return true
    } catch (error) {
      show({ text: describeError(error), isError: true })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy }
}

/** The user errors in the payloads of mutations. */
export const userErrorsIn = (data: object): FieldError[] =>
  Object.values(data as Record<string, Payload | string | null>)
    .flatMap((payload) =>
      payload !== null && typeof payload === 'object' ? payload.userErrors : [],
    )
    .map(({ field = null, message }) => ({ field, message }))

export function evictLists({ cache }: ApolloClient): void {
  for (const fieldName of LISTS) cache.evict({ id: 'ROOT_QUERY', fieldName })
}
