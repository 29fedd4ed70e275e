import { type GraphQLResolveInfo, print } from 'graphql'
import { authorise, type Operation } from '../../../domain/access/policy.js'
import type { BulkResult } from '../../../domain/bulk/rows.js'
import type { Changed, Domain, Written } from '../../../domain/domain.js'
import type { DocumentOwner } from '../../../domain/document/uploads.js'
import { withDocuments } from '../../../domain/document/with-documents.js'
import { hmacOf, type IdempotentRequest } from '../../../domain/idempotency/idempotency-key.js'
import { writeOnce } from '../../../domain/idempotency/write-once.js'
import { startDryRun } from '../../../domain/record/dry-run.js'
import { writeAndRead } from '../../../domain/record/write-and-read.js'
import { type Context, domainOf, requestOf } from '../../context.js'
import { compilePayload } from '../../read/compile-selections.js'
import { type Payload, userError, withUserErrors } from './payload.type.js'
import { type Answer, readMany, readOne } from './read-written.js'

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
  readonly input?: {
    readonly idempotencyKey?: string | null
    readonly dryRun?: boolean
    readonly documentIds?: readonly string[] | null
    readonly logoDocumentId?: string | null
    readonly pictureDocumentId?: string | null
  }
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
   * returned, or the validation errors. Unless `write` returned every selected field, the record is read again: in the
   * transaction of the write, or after a group commit. A stale update returns the current record with the error.
   */
  record(
    write: (domain: Domain) => Promise<Changed>,
    { once = true }: WriteOptions = {},
  ): Promise<Payload> {
    const domain = domainOf(this.context)
    const read = (source: Domain, written: Changed) =>
      readOne(this.context, this.info, source, written)
    return withUserErrors(
      this.context,
      async () => this.payload(await this.answer(domain, { write, read }, once)),
      async (stale) => this.payload(await readOne(this.context, this.info, domain, stale)),
    )
  }

  /** Like `record`, and attaches the documents in the input to the record. */
  recordWithDocuments(
    owner: DocumentOwner,
    write: (domain: Domain) => Promise<Changed>,
  ): Promise<Payload> {
    const { documentIds, logoDocumentId, pictureDocumentId } = this.args.input ?? {}
    const picture =
      owner === 'User'
        ? { field: 'pictureDocumentId', key: pictureDocumentId }
        : { field: 'logoDocumentId', key: logoDocumentId }
    return this.record((domain) => withDocuments(domain, owner, { documentIds, picture }, write))
  }

  /**
   * Writes several records and returns the payload: the selected fields of each record, null for an invalid row, and
   * the validation errors.
   */
  records(write: (domain: Domain) => Promise<BulkResult<Changed>>): Promise<Payload> {
    const read = (source: Domain, written: BulkResult<Changed>) =>
      readMany(this.context, this.info, source, written)
    return withUserErrors(this.context, async () => {
      const { written, record } = await this.answer(domainOf(this.context), { write, read }, true)
      const mutation = requestOf(this.context).fieldAt(this.info)
      const { field } = mutation.derive(compilePayload)
      if (written.errors.length > 0) this.context.request.record.failFields(written.errors)
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

  /** Undefined if the request has no idempotency key. A key in the input takes precedence over the header. */
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

  private payload({ written: { id: _, ...others }, record, json }: Answer<Changed>): Payload {
    const mutation = requestOf(this.context).fieldAt(this.info)
    const { field } = mutation.derive(compilePayload)
    if (json) this.context.payloads.set(mutation.key, json)
    return { ...others, [field]: json ? {} : record, userErrors: [] }
  }
}
