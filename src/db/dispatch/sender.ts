import type { QueryConfig, QueryResult } from 'pg'
import type { ReadTarget } from '../replicas/read-target.js'
import type { Caller } from './caller.js'
import type { Sql } from './dispatch.js'
import {
  actorSetting,
  companySetting,
  type Envelope,
  joinSettings,
  readOnlySetting,
} from './envelope.js'
import type { Queues } from './queues.js'
import type { TextQuery } from './on-shard.js'
import { explainRefusal } from './read-only.js'
import type { Task } from './task.js'

/** The ways to send statements for a caller. */
export class Sender implements Sql {
  private company: string | undefined
  private settings: string | undefined
  private own: Envelope | undefined

  constructor(
    protected readonly queues: Queues,
    private readonly caller: Caller = {},
    /** Where its reads are sent; if undefined, to the primary. */
    protected readonly target?: ReadTarget,
  ) {}

  read(statement: QueryConfig, { quick = false } = {}): Promise<QueryResult<never>> {
    const { caller } = this
    const sent = withTimeLimit(statement, this.queues.pool.limits.answerTimeoutMs)
    const settings = this.readSettings()
    const send = (queues: Queues, position?: bigint) => {
      const { isSharded } = queues.kind
      const read = { statement: sent, caller, envelope: { settings, isSharded, position } }
      return quick ? queues.pipeline.send(read) : queues.read(read)
    }
    return this.counted(statement, this.target ? this.target.send(send) : send(this.queues))
  }

  write(statement: QueryConfig): Promise<QueryResult<never>> {
    return this.counted(statement, this.queues.pool.write(statement, this.caller, this.envelope()))
  }

  inCompany(companyId: number, statement: QueryConfig): Promise<QueryResult<never>> {
    const { queues, caller } = this
    // A group commit shares its transaction with writes of other callers.
    if (caller.isReadOnly) return this.write(statement)
    const write = {
      statement,
      caller,
      company: this.companySetting(),
      actor: actorSetting(caller),
      isSharded: queues.kind.isSharded,
    }
    return this.counted(statement, queues.groupCommit.send(companyId, write))
  }

  /** Runs a transaction when the limits for writes (`WriteSemaphore`) allow it, and queues it until then. */
  protected whenPermitted<Result>(run: Task<Result>['run']): Promise<Result> {
    const result = explainRefusal(
      this.caller,
      this.queues.pool.writes.add({ caller: this.caller, run }),
    )
    return this.caller.use?.wait(result) ?? result
  }

  /** What travels with a write or a transaction of the caller. */
  protected envelope(): Envelope {
    return (this.own ??= {
      settings: joinSettings(this.readSettings(), actorSetting(this.caller)),
      isSharded: this.queues.kind.isSharded,
    })
  }

  isIdle(): boolean {
    const { pool } = this.target?.queues ?? this.queues
    return pool.options.max > 1 && pool.idleCount === pool.totalCount
  }

  prepare(text: string, values: unknown[], isText?: boolean): TextQuery {
    const prepared = this.queues.statements.prepare(text)
    return { text: prepared.text, name: prepared.name, values, rowMode: 'array', isText }
  }

  private counted({ text }: QueryConfig, sending: Promise<unknown>): Promise<QueryResult<never>> {
    const result = explainRefusal(this.caller, sending as Promise<QueryResult<never>>)
    return this.caller.use?.count(text, result) ?? result
  }

  /** What travels with a read of the caller, besides the position. */
  private readSettings(): string {
    return (this.settings ??= joinSettings(this.companySetting(), readOnlySetting(this.caller)))
  }

  private companySetting(): string {
    return (this.company ??= this.queues.kind.isRestricted ? companySetting(this.caller) : '')
  }
}

/** Lists the properties one by one, because an object spread takes more than a microsecond per request. */
const withTimeLimit = (
  { text, name, values, rowMode, isText }: QueryConfig & Partial<TextQuery>,
  query_timeout: number,
): QueryConfig => ({ text, name, values, rowMode, isText, query_timeout }) as QueryConfig
