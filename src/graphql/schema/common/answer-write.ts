import { type GraphQLResolveInfo, print } from 'graphql'
import { authorise } from '../../../domain/access/authorise.js'
import type { Operation } from '../../../domain/access/policy.js'
import type { Domain, Written } from '../../../domain/domain.js'
import type { WrittenKey } from '../../../domain/record/sent.js'
import { hmacOf, type IdempotentRequest } from '../../../domain/idempotency/idempotency-key.js'
import { writeOnce } from '../../../domain/idempotency/write-once.js'
import { startDryRun } from '../../../domain/record/dry-run.js'
import { writeAndRead } from '../../../domain/record/write-and-read.js'
import { type Context, requestOf } from '../../context.js'
import type { OnConflict } from './on-conflict.js'
import { type Answer, readsOnlyKeys } from './read-written.js'

/** The arguments of a mutation, as the client gave them. */
export interface MutationArguments {
  readonly input?: {
    readonly id?: string | null
    readonly idempotencyKey?: string | null
    readonly dryRun?: boolean
    readonly onConflict?: OnConflict | null
    readonly documentIds?: readonly string[] | null
    readonly logoDocumentId?: string | null
    readonly pictureDocumentId?: string | null
    readonly answers?: readonly { readonly photoIds?: readonly string[] | null }[] | null
  }
}

/** A mutation that is being resolved. */
export interface WriteRequest {
  readonly context: Context
  readonly info: GraphQLResolveInfo
  readonly args: MutationArguments
  /** Whether an idempotency key and `dryRun` apply to the mutation. */
  readonly once: boolean
}

interface Work<Result> {
  readonly write: (domain: Domain) => Promise<Result>
  readonly read: (
    domain: Domain,
    written: Result | WrittenKey,
  ) => Promise<Answer<Result | WrittenKey>>
}

/** Writes, and reads what the payload selects: in a dry run, once for an idempotency key, or otherwise. */
export function answerWrite<Result extends Written>(
  request: WriteRequest,
  domain: Domain,
  work: Work<Result>,
): Promise<Answer<Result | WrittenKey>> {
  const { context, args, once } = request
  if (once && args.input?.dryRun) return dryRun(context, domain, work)
  const keyed = once ? idempotentRequest(request) : undefined
  return keyed
    ? writeForKey(request, domain, keyed, work)
    : writeAndRead(
        { ...domain, needsOnlyKeys: readsOnlyKeys(context, request.info) },
        work.write,
        work.read,
      )
}

async function dryRun<Result extends Written>(
  context: Context,
  domain: Domain,
  { write, read }: Work<Result>,
): Promise<Answer<Result | WrittenKey>> {
  const run = await startDryRun(domain, async (tx) => read(tx, await write(tx)))
  context.dryRun = run
  return run.result
}

/** Undefined if the request has no idempotency key. A key in the input takes precedence over the header. */
function idempotentRequest({ context, info, args }: WriteRequest): IdempotentRequest | undefined {
  const { fieldName, path } = info
  const { idempotencyKey: given, ...input } = args.input ?? {}
  const key = given ?? context.idempotencyKey
  if (key === undefined) return undefined
  return {
    key,
    operation: given == null ? `mutation ${path.key}` : `mutation field ${fieldName}`,
    payload: [fieldName, input],
    keyPath: given == null ? [] : ['idempotencyKey'],
  }
}

async function writeForKey<Result extends Written>(
  { context, info }: WriteRequest,
  domain: Domain,
  request: IdempotentRequest,
  { write, read }: Work<Result>,
): Promise<Answer<Result | WrittenKey>> {
  authorise(domain.viewer, info.fieldName as Operation)
  const { operation, variables } = requestOf(context)
  const document = [print(operation.document), info.path.key, variables]
  const selected = hmacOf(request.key, document).toString('hex')
  const { answer, isReplay } = await writeOnce(domain, request, async (tx) => {
    const written = await write(tx)
    return { selected, ...(await read(tx, written)) }
  })
  const isJson = answer.json !== undefined
  const fits = answer.selected === selected && isJson === (context.readBack !== undefined)
  return isReplay && !fits ? read(domain, answer.written) : answer
}
