import type { GraphQLResolveInfo } from 'graphql'
import { authorise } from '../../../domain/access/authorise.js'
import type { Operation } from '../../../domain/access/policy.js'
import type { BulkResult } from '../../../domain/bulk/rows.js'
import { type ChosenIdModel, createOnce } from '../../../domain/chosen-id/create-once.js'
import type { Changed, Domain } from '../../../domain/domain.js'
import type { WrittenKey } from '../../../domain/record/sent.js'
import type { DocumentOwner } from '../../../domain/document/uploads.js'
import { withDocuments } from '../../../domain/document/with-documents.js'
import { type Expectation, StaleError } from '../../../domain/record/stale.js'
import { type Context, domainOf, requestOf } from '../../context.js'
import { compilePayload } from '../../read/compile-selections.js'
import { answerWrite, type MutationArguments, type WriteRequest } from './answer-write.js'
import { type Payload, userError, withUserErrors } from './payload.type.js'
import { type Answer, readMany, readOne } from './read-written.js'

interface WriteOptions {
  /** Whether an idempotency key and `dryRun` apply to the mutation. */
  readonly once?: boolean
  /** Writes if the record has another version than the expected one. Undefined: the write is rejected. */
  readonly ifStale?: Write | undefined
}

type Write = (domain: Domain) => Promise<Changed>

type Update<Input> = (domain: Domain, input: Input) => Promise<Changed>

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
  record(write: Write, { once = true, ifStale }: WriteOptions = {}): Promise<Payload> {
    const domain = domainOf(this.context)
    const read = (source: Domain, written: WrittenKey) =>
      readOne(this.context, this.info, source, written)
    return withUserErrors(
      this.context,
      async () => {
        const written = answerWrite(this.request(once), domain, { write, read })
        if (!ifStale) return this.payload(await written)
        const answer = await written.catch((error: unknown) => {
          if (!(error instanceof StaleError)) throw error
          const marked = { ...domain, db: domain.db.forCaller({ actor: { conflict: true } }) }
          return answerWrite(this.request(once), marked, { write: ifStale, read })
        })
        return this.payload(answer)
      },
      async (stale) => this.payload(await readOne(this.context, this.info, domain, stale)),
    )
  }

  /** Like `record`, for an update: applies `onConflict`. */
  update<Input extends Expectation>(input: Input, update: Update<Input>): Promise<Payload> {
    return this.updateBy(input, update, (write) => write)
  }

  /** Like `update`, and attaches the documents in the input to the record. */
  updateWithDocuments<Input extends Expectation>(
    owner: DocumentOwner,
    input: Input,
    update: Update<Input>,
  ): Promise<Payload> {
    return this.updateBy(input, update, (write) => this.withDocuments(owner, write))
  }

  private updateBy<Input extends Expectation>(
    input: Input,
    update: Update<Input>,
    complete: (write: Write) => Write,
  ): Promise<Payload> {
    const write = (given: Input) => complete((domain) => update(domain, given))
    const isApplied = this.args.input?.onConflict === 'apply_and_mark'
    const ifStale = isApplied ? write({ ...input, expectedUpdatedAt: null }) : undefined
    return this.record(write(input), { ifStale })
  }

  /** Like `record`, and attaches the documents in the input to the record. */
  recordWithDocuments(owner: DocumentOwner, write: Write): Promise<Payload> {
    return this.record(this.withDocuments(owner, write))
  }

  /** Like `recordWithDocuments`, for a new record whose id may be in the input. */
  newRecord(model: ChosenIdModel, write: Write): Promise<Payload> {
    const create = this.withDocuments(model, write)
    return this.record((domain) =>
      createOnce(domain, model, this.operation, this.args.input ?? {}, create),
    )
  }

  private get operation(): Operation {
    return this.info.fieldName as Operation
  }

  private withDocuments(owner: DocumentOwner, write: Write) {
    const { documentIds, answers, logoDocumentId, pictureDocumentId } = this.args.input ?? {}
    const picture =
      owner === 'User'
        ? { field: 'pictureDocumentId', key: pictureDocumentId }
        : { field: 'logoDocumentId', key: logoDocumentId }
    return (domain: Domain) => {
      // Before the uploads are locked: a transaction that only reads cannot lock.
      authorise(domain.viewer, this.operation)
      return withDocuments(domain, owner, { documentIds, answers, picture }, write)
    }
  }

  /**
   * Writes several records and returns the payload: the selected fields of each record, null for an invalid row, and
   * the validation errors.
   */
  records(write: (domain: Domain) => Promise<BulkResult<Changed>>): Promise<Payload> {
    const read = (source: Domain, written: BulkResult<Changed> | WrittenKey) =>
      readMany(this.context, this.info, source, written as BulkResult<Changed>)
    return withUserErrors(this.context, async () => {
      const domain = domainOf(this.context)
      const { written: all, record } = await answerWrite(this.request(true), domain, {
        write,
        read,
      })
      const written = all as BulkResult<Changed>
      const mutation = requestOf(this.context).fieldAt(this.info)
      const { field } = mutation.derive(compilePayload)
      if (written.errors.length > 0) this.context.request.record.failFields(written.errors)
      return { [field]: record, userErrors: written.errors.map(userError) }
    })
  }

  private request(once: boolean): WriteRequest {
    return { context: this.context, info: this.info, args: this.args, once }
  }

  private payload({ written, record, json }: Answer<WrittenKey>): Payload {
    const mutation = requestOf(this.context).fieldAt(this.info)
    const { field } = mutation.derive(compilePayload)
    if (json) this.context.payloads.set(mutation.key, json)
    return { ...written, [field]: json ? {} : record, userErrors: [] }
  }
}
