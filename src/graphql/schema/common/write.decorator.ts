import type { GraphQLResolveInfo } from 'graphql'
import { createParameterDecorator } from 'type-graphql'
import { knownRecord } from '../../../db/read/compiled-selection.js'
import type { Domain } from '../../../domain/domain.js'
import { type Context, domainOf, requestOf } from '../../context.js'
import { compilePayload } from '../../read/compile-selections.js'
import { readerOf, readRecord } from '../../read/graph-reader.js'
import { hasId } from '../../read/lookups.js'
import { type Payload, withUserErrors } from './payload.type.js'

/** Injects the writer of the mutation that is being resolved. */
export type Write = RecordWriter
export const Write = () =>
  createParameterDecorator<Context>(({ context, info }) => new RecordWriter(context, info))

/** Runs a function of the domain and builds the mutation's payload. */
class RecordWriter {
  constructor(
    private readonly context: Context,
    private readonly info: GraphQLResolveInfo,
  ) {}

  /**
   * Writes one record and returns the payload: the record as it is selected, and what else `write` returned; or the
   * validation errors. The record is read back, unless `write` returned every selected field.
   */
  record<Written extends { readonly id: number }>(
    write: (domain: Domain) => Promise<Written>,
  ): Promise<Payload> {
    return withUserErrors(async () => {
      const { id, ...written } = await write(domainOf(this.context))
      const mutation = requestOf(this.context).fieldAt(this.info)
      const { field, shape } = mutation.derive(compilePayload)
      if (this.context.readBack) {
        await this.context.readBack(mutation, id)
        return { ...written, [field]: {}, userErrors: [] }
      }
      const record =
        knownRecord(shape, { id, ...written }) ??
        (await readRecord(readerOf(this.context), shape, hasId(id), { removed: true }))
      return { ...written, [field]: record, userErrors: [] }
    })
  }
}
