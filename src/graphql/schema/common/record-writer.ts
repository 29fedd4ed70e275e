import { type GraphQLResolveInfo, print } from 'graphql'
import { knownRecord } from '../../../db/read/compiled-selection.js'
import { authorise, type Operation } from '../../../domain/access/policy.js'
import type { BulkResult } from '../../../domain/bulk/rows.js'
import type { Changed, Domain, Written } from '../../../domain/domain.js'
import { hmacOf, type IdempotentRequest } from '../../../domain/idempotency/idempotency-key.js'
import { writeOnce } from '../../../domain/idempotency/write-once.js'
import { startDryRun } from '../../../domain/record/dry-run.js'
import { writeAndRead } from '../../../domain/record/write-and-read.js'
import { type Context, domainOf, requestOf } from '../../context.js'
import { compilePayload } from '../../read/compile-selections.js'
import { readRecord, readRecords } from '../../read/graph-reader.js'
import { hasId } from '../../read/lookups.js'
import { type Payload, userError, withUserErrors } from './payload.type.js'

/** What the payload shows of written records. It is stored under the request's idempotency key. */
interface Answer<Result> {
  readonly written: Result
  /** The selected fields of the record, or of each record, for graphql-js; null if they were read as JSON. */
  readonly record: object | null
  /** The JSON of the record by response key. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

interface Work<Result> {
  readonly write: (domain: Domain) => Promise<Result>
  readonly read: (domain: Domain, written: Result) => Promise<Answer<Result>>
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
  record(
    write: (domain: Domain) => Promise<Changed>,
    { once = true }: WriteOptions = {},
  ): Promise<Payload> {
    const domain = domainOf(this.context)
    const read = (source: Domain, written: Changed) => this.readOne(source, written)
    return withUserErrors(
      async () => this.payload(await this.answer(domain, { write, read }, once)),
      async (stale) => this.payload(await this.readOne(domain, stale)),
    )
  }

  /**
   * Writes several records and returns the payload: the selected fields of each record, null for an invalid row, and the
   * validation errors.
   */
  records(write: (domain: Domain) => Promise<BulkResult<Changed>>): Promise<Payload> {
    const read = (source: Domain, written: BulkResult<Changed>) => this.readMany(source, written)
    return withUserErrors(async () => {
      const { written, record } = await this.answer(domainOf(this.context), { write, read }, true)
      const mutation = requestOf(this.context).fieldAt(this.info)
      const { field } = mutation.derive(compilePayload)
      return { [field]: record, userErrors: written.errors.map(userError) }
    })
  }

  private answer<Result extends Written>(
    domain: Domain,
    work: Work<Result>,
    once: boolean,
  ): Promise<Answer<Result>> {
    if (once && this.args.input?.dryRun) return this.dryRun(domain, work)
    const request = once ? this.idempotentRequest() : undefined
    return request ? this.once(domain, request, work) : writeAndRead(domain, work.write, work.read)
  }

  private async dryRun<Result extends Written>(
    domain: Domain,
    { write, read }: Work<Result>,
  ): Promise<Answer<Result>> {
    const run = await startDryRun(domain, async (tx) => read(tx, await write(tx)))
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

  private async once<Result extends Written>(
    domain: Domain,
    request: IdempotentRequest,
    { write, read }: Work<Result>,
  ): Promise<Answer<Result>> {
    authorise(domain.viewer, this.info.fieldName as Operation)
    const { operation, variables } = requestOf(this.context)
    const document = [print(operation.document), this.info.path.key, variables]
    const selected = hmacOf(request.key, document).toString('hex')
    const { answer, isReplay } = await writeOnce(domain, request, async (tx) => {
      const written = await write(tx)
      return { selected, ...(await read(tx, written)) }
    })
    const isJson = answer.json !== undefined
    const fits = answer.selected === selected && isJson === (this.context.readBack !== undefined)
    return isReplay && !fits ? read(domain, answer.written) : answer
  }

  /** Reads what the payload selects of a record. */
  private async readOne<One extends Changed>(
    { db, viewer: { companyId } }: Domain,
    written: One,
  ): Promise<Answer<One>> {
    const mutation = requestOf(this.context).fieldAt(this.info)
    const { readBack } = this.context
    if (readBack) return { written, record: null, json: await readBack(mutation, written.id, db) }
    const { shape } = mutation.derive(compilePayload)
    const record =
      knownRecord(shape, { ...written }) ??
      (await readRecord({ db, companyId }, shape, hasId(written.id), { removed: 'include' }))
    return { written, record, json: undefined }
  }

  private async readMany(
    { db, viewer: { companyId } }: Domain,
    written: BulkResult<Changed>,
  ): Promise<Answer<BulkResult<Changed>>> {
    const { shape } = requestOf(this.context).fieldAt(this.info).derive(compilePayload)
    const { records } = written
    const known = records.map((each) => each && knownRecord(shape, each))
    if (!known.includes(undefined)) return { written, record: known, json: undefined }
    const ids = records.flatMap((each) => (each ? [each.id] : []))
    const found = await readRecords({ db, companyId }, shape, ids, { removed: 'include' })
    const record = records.map((each) => (each && found.get(each.id)) ?? null)
    return { written, record, json: undefined }
  }

  private payload({ written: { id: _, ...others }, record, json }: Answer<Changed>): Payload {
    const mutation = requestOf(this.context).fieldAt(this.info)
    const { field } = mutation.derive(compilePayload)
    if (json) this.context.payloads.set(mutation.key, json)
    return { ...others, [field]: json ? {} : record, userErrors: [] }
  }
}
