import { type GraphQLResolveInfo, print } from 'graphql'
import { knownRecord } from '../../../db/read/compiled-selection.js'
import { authorise, type Operation } from '../../../domain/access/policy.js'
import type { Changed, Domain } from '../../../domain/domain.js'
import { hmacOf, type IdempotentRequest } from '../../../domain/idempotency/idempotency-key.js'
import { writeOnce } from '../../../domain/idempotency/write-once.js'
import { startDryRun } from '../../../domain/record/dry-run.js'
import { writeAndRead } from '../../../domain/record/write-and-read.js'
import { type Context, domainOf, requestOf } from '../../context.js'
import { compilePayload } from '../../read/compile-selections.js'
import { readRecord } from '../../read/graph-reader.js'
import { hasId } from '../../read/lookups.js'
import { type Payload, withUserErrors } from './payload.type.js'

/** What the payload shows of a written record. It is stored under the request's idempotency key. */
interface Answer<Written> {
  readonly written: Written
  /** The selected fields, for graphql-js; null if they were read as JSON. */
  readonly record: object | null
  /** The JSON of the record by response key. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

interface WriteOptions {
  /** Whether an idempotency key and `dryRun` apply to the mutation. */
  readonly once?: boolean
}

/** The arguments of a mutation, as the client gave them. */
export interface MutationArguments {
  readonly input?: { readonly idempotencyKey?: string | null; readonly dryRun?: boolean }
}

/** Runs a function of the domain and builds the mutation's payload. */
export class RecordWriter {
  constructor(
    private readonly context: Context,
    private readonly info: GraphQLResolveInfo,
    private readonly args: MutationArguments,
  ) {}

  /**
   * Writes one record and returns the payload: the selected fields of the record and the other properties that `write`
   * returned, or the validation errors. The record is read again in the transaction of the write, unless `write` returned
   * every selected field. A stale update returns the current record with the error.
   */
  record<Written extends Changed>(
    write: (domain: Domain) => Promise<Written>,
    { once = true }: WriteOptions = {},
  ): Promise<Payload> {
    const domain = domainOf(this.context)
    return withUserErrors(
      async () => this.payload(await this.answer(domain, write, once)),
      async (stale) => this.payload(await this.read(domain, stale)),
    )
  }

  private answer<Written extends Changed>(
    domain: Domain,
    write: (domain: Domain) => Promise<Written>,
    once: boolean,
  ): Promise<Answer<Written>> {
    if (once && this.args.input?.dryRun) return this.dryRun(domain, write)
    const request = once ? this.idempotentRequest() : undefined
    return request
      ? this.once(domain, request, write)
      : writeAndRead(domain, write, (source, written) => this.read(source, written))
  }

  private async dryRun<Written extends Changed>(
    domain: Domain,
    write: (domain: Domain) => Promise<Written>,
  ): Promise<Answer<Written>> {
    const run = await startDryRun(domain, async (tx) => this.read(tx, await write(tx)))
    this.context.dryRun = run
    return run.result
  }

  /** Undefined if the request has no idempotency key. That in the input takes precedence over the header. */
  private idempotentRequest(): IdempotentRequest | undefined {
    const { fieldName, path } = this.info
    const { idempotencyKey: given, ...input } = this.args.input ?? {}
    const key = given ?? this.context.idempotencyKey
    if (key === undefined) return undefined
    return {
      key,
      operation: given == null ? `mutation ${path.key}` : `mutation field ${fieldName}`,
      payload: [fieldName, input],
      keyPath: given == null ? [] : ['idempotencyKey'],
    }
  }

  private async once<Written extends Changed>(
    domain: Domain,
    request: IdempotentRequest,
    write: (domain: Domain) => Promise<Written>,
  ): Promise<Answer<Written>> {
    authorise(domain.viewer, this.info.fieldName as Operation)
    const { operation, variables } = requestOf(this.context)
    const document = [print(operation.document), this.info.path.key, variables]
    const selected = hmacOf(request.key, document).toString('hex')
    const { answer, isReplay } = await writeOnce(domain, request, async (tx) => {
      const written = await write(tx)
      return { selected, ...(await this.read(tx, written)) }
    })
    const isJson = answer.json !== undefined
    const fits = answer.selected === selected && isJson === (this.context.readBack !== undefined)
    return isReplay && !fits ? this.read(domain, answer.written) : answer
  }

  /** Reads what the payload selects of a record. */
  private async read<Written extends Changed>(
    { db, viewer: { companyId } }: Domain,
    written: Written,
  ): Promise<Answer<Written>> {
    const mutation = requestOf(this.context).fieldAt(this.info)
    const { readBack } = this.context
    if (readBack) return { written, record: null, json: await readBack(mutation, written.id, db) }
    const { shape } = mutation.derive(compilePayload)
    const record =
      knownRecord(shape, { ...written }) ??
      (await readRecord({ db, companyId }, shape, hasId(written.id), { removed: 'include' }))
    return { written, record, json: undefined }
  }

  private payload({ written: { id: _, ...others }, record, json }: Answer<Changed>): Payload {
    const mutation = requestOf(this.context).fieldAt(this.info)
    const { field } = mutation.derive(compilePayload)
    if (json) this.context.payloads.set(mutation.key, json)
    return { ...others, [field]: json ? {} : record, userErrors: [] }
  }
}
