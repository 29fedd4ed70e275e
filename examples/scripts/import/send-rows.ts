import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Client } from '../../client/client.js'
import { OnRowError } from '../../client/generated/graphql.js'
import { errorsOfRows, type FieldError } from './field-error.js'
import type { Result, Send, Written } from './row.js'

/** The result of a mutation of many rows. */
interface Answer<RecordOf> {
  readonly payload?: {
    readonly records?: readonly (RecordOf | null)[] | null
    readonly userErrors: readonly FieldError[]
  } | null
}

interface Variables<Input> {
  readonly input: {
    readonly rows: Input[]
    readonly onError: OnRowError
    readonly dryRun: boolean
  }
}

/** Sends rows with a mutation that writes the valid ones. `writtenOf` is what the report shows of a record. */
export const sendRows =
  <Input, RecordOf>(
    client: Client,
    document: TypedDocumentNode<Answer<RecordOf>, Variables<Input>>,
    writtenOf: (record: RecordOf) => Written,
  ): Send<Input> =>
  async (rows, { idempotencyKey, dryRun, signal }) => {
    const input = { rows: [...rows], onError: OnRowError.SkipFailed, dryRun }
    const data = await client.request(document, { input }, { idempotencyKey, signal })
    const { records, userErrors = [] } = data.payload ?? {}
    const errors = errorsOfRows(userErrors)
    return rows.map((_, index): Result => {
      const record = records?.[index]
      if (record) return { written: writtenOf(record) }
      // An error whose path has no row concerns all rows.
      return { errors: errors.get(index) ?? userErrors }
    })
  }
