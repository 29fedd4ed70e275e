import type { Client } from '../../client/client.js'
import { InvalidInputError } from '../../client/errors.js'
import { OnRowError } from '../../client/generated/graphql.js'
import { valueAt } from '../export/columns.js'
import { errorsOfRows } from './field-error.js'
import { type Answer, mutationOf } from './mutation.js'
import type { Noun } from './noun.js'
import type { Input, Result, Send, SendOptions, Written } from './row.js'

/** How many mutations of one record run at the same time. */
const CONCURRENCY = 8

/** Sends the rows of a noun: with one mutation, or with one for each row. */
export const createSend = (client: Client, noun: Noun): Send<Input> =>
  noun.bulk ? sendTogether(client, noun) : sendEach(client, noun)

/** The valid rows are written. */
const sendTogether =
  (client: Client, noun: Noun): Send<Input> =>
  async (rows, { verb, idempotencyKey, dryRun, signal }) => {
    const input = { rows, onError: OnRowError.SkipFailed, dryRun }
    const document = mutationOf(noun, verb, input)
    const { payload } = await client.request(document, { input }, { idempotencyKey, signal })
    const { userErrors = [] } = payload ?? {}
    const records = (payload?.records ?? []) as unknown[]
    const errors = errorsOfRows(userErrors)
    return rows.map((_, index): Result => {
      const record = records[index]
      if (record) return { written: writtenOf(noun, record) }
      // An error whose path has no row concerns all rows.
      return { errors: errors.get(index) ?? userErrors }
    })
  }

/** Each row has an idempotency key, so that all rows can be sent again with the same keys. */
const sendEach =
  (client: Client, noun: Noun): Send<Input> =>
  async (rows, options) => {
    const results: Result[] = []
    for (let at = 0; at < rows.length; at += CONCURRENCY) {
      const group = rows.slice(at, at + CONCURRENCY).map((row, index) => {
        const idempotencyKey = `${options.idempotencyKey}-${at + index}`
        return sendOne(client, noun, row, { ...options, idempotencyKey })
      })
      // All requests of a group end before an error is thrown.
      await Promise.allSettled(group)
      results.push(...(await Promise.all(group)))
    }
    return results
  }

async function sendOne(
  client: Client,
  noun: Noun,
  row: Input,
  { verb, idempotencyKey, dryRun, signal }: SendOptions,
): Promise<Result> {
  const document = mutationOf(noun, verb, row)
  const variables = { input: { ...(noun.inputOf?.(row) ?? row), dryRun } }
  try {
    const answer = await client.request(document, variables, { idempotencyKey, signal })
    return resultOf(noun, answer)
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const errors = error.errors.map(({ message, extensions }) => ({
      message,
      field: extensions?.path,
    }))
    return { errors }
  }
}

function resultOf(noun: Noun, { payload }: Answer): Result {
  const { records, userErrors = [] } = payload ?? {}
  return userErrors.length > 0 || !records
    ? { errors: userErrors }
    : { written: writtenOf(noun, records) }
}

const writtenOf = ({ reported }: Noun, record: unknown): Written =>
  Object.fromEntries(
    Object.entries({ id: 'id', ...reported }).map(([name, path]) => [name, valueAt(record, path)]),
  )
