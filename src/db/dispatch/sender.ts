import type { QueryArrayConfig, QueryConfig, QueryResult } from 'pg'
import { type Caller, type DisconnectSignal, mergeCallers } from './caller.js'
import type { Sql } from './dispatch.js'
import type { Queues } from './queues.js'
import { ReadTask } from './read-task.js'
import type { Task } from './task.js'
import { inTenant, ofTenant } from './tenant-setting.js'

/** The ways to send statements for a caller. */
export class Sender implements Sql {
  constructor(
    protected readonly queues: Queues,
    private readonly caller: Caller | undefined,
  ) {}

  query(statement: QueryConfig): Promise<QueryResult<never>> {
    return this.counted(statement, this.queues.pool.write([this.ofTenant(statement)], this.caller))
  }

  read(statement: QueryConfig): Promise<QueryResult<never>> {
    return this.sendRead(statement, ({ reads, pool }, sent) =>
      reads.add(new ReadTask(pool, sent, this.caller)),
    )
  }

  pipeline(statement: QueryConfig): Promise<QueryResult<never>> {
    return this.sendRead(statement, ({ pipeline }, sent) => pipeline.send(sent, this.caller))
  }

  groupCommit(companyId: number, statement: QueryConfig): Promise<QueryResult<never>> {
    const { queues, caller } = this
    return this.counted(
      statement,
      queues.groupCommit.send(companyId, this.ofTenant(statement), caller),
    )
  }

  /** Runs a transaction when the limits for writes (`WriteSemaphore`) allow it, and queues it until then. */
  protected whenPermitted<Result>(run: Task<Result>['run']): Promise<Result> {
    const { isRestricted, pool } = this.queues
    const result = pool.writes.add({
      caller: this.caller,
      run: isRestricted
        ? (connectMs, onStart) => inTenant(this.caller, () => run(connectMs, onStart))
        : run,
    })
    return this.caller?.use?.wait(result) ?? result
  }

  coalescedQuery(text: string, values: unknown[]): Promise<unknown[][]> {
    const { companyId, reads, use } = this.caller ?? {}
    if (use) use.slowest ??= text
    const statement = this.prepare(text, values)
    const key = `${companyId} ${JSON.stringify(values)} ${text}`
    if (!reads) return this.coalesce(key, statement)
    return reads.key().then((target) => this.coalesce(`${target} ${key}`, statement))
  }

  private coalesce(key: string, statement: QueryArrayConfig): Promise<unknown[][]> {
    const { caller = {} } = this
    const { credential, disconnect, use } = caller
    let isOwn = false
    const run = async (disconnect: DisconnectSignal) => {
      isOwn = true
      const sender = new Sender(this.queues, mergeCallers(caller, { credential, disconnect }))
      return (await sender.read(statement)).rows
    }
    const result = this.queues.calls.coalesce(key, run, disconnect)
    return use?.wait(result, () => isOwn) ?? result
  }

  isIdle(): boolean {
    const { pool } = this.caller?.reads?.queues ?? this.queues
    return pool.options.max > 1 && pool.idleCount === pool.totalCount
  }

  prepare(text: string, values: unknown[]): QueryArrayConfig {
    const prepared = this.queues.statements.prepare(text)
    return { text: prepared.text, name: prepared.name, values, rowMode: 'array' }
  }

  private counted({ text }: QueryConfig, sending: Promise<unknown>): Promise<QueryResult<never>> {
    const result = sending as Promise<QueryResult<never>>
    return this.caller?.use?.count(text, result) ?? result
  }

  /** Sends a read-only statement, to the caller's replica if it has one. */
  private sendRead(
    statement: QueryConfig,
    send: (queues: Queues, statement: QueryConfig) => Promise<QueryResult>,
  ): Promise<QueryResult<never>> {
    const { reads } = this.caller ?? {}
    const sent = this.ofTenant(withTimeLimit(statement, this.queues.pool.limits.answerTimeoutMs))
    return this.counted(statement, reads ? reads.send(sent, send) : send(this.queues, sent))
  }

  private ofTenant(statement: QueryConfig): QueryConfig {
    return this.queues.isRestricted ? ofTenant(statement, this.caller) : statement
  }
}

/** Lists the properties one by one, because an object spread takes more than a microsecond per request. */
const withTimeLimit = (
  { text, name, values, rowMode }: QueryConfig & Partial<QueryArrayConfig>,
  query_timeout: number,
): QueryConfig => ({ text, name, values, rowMode, query_timeout }) as QueryConfig
