import type { QueryArrayConfig, QueryConfig, QueryResult } from 'pg'
import type { Caller, Departure } from './caller.js'
import type { Coalescer } from './coalesce.js'
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
    const { reads, pool } = this.queues
    const task = new ReadTask(pool, this.ofTenant(statement), this.caller)
    return this.counted(statement, reads.add(task))
  }

  pipeline(statement: QueryConfig): Promise<QueryResult<never>> {
    return this.counted(statement, this.queues.pipeline.send(this.ofTenant(statement), this.caller))
  }

  groupCommit(companyId: number, statement: QueryConfig): Promise<QueryResult<never>> {
    const { queues, caller } = this
    return this.counted(
      statement,
      queues.groupCommit.send(companyId, this.ofTenant(statement), caller),
    )
  }

  /** Runs a transaction when the limits for writes (`WritePlaces`) allow it, and queues it until then. */
  protected whenPlaced<Result>(run: Task<Result>['run']): Promise<Result> {
    const { isRestricted, pool } = this.queues
    const result = pool.writes.add({
      caller: this.caller,
      run: isRestricted
        ? (connectMs, onStart) => inTenant(this.caller, () => run(connectMs, onStart))
        : run,
    })
    return this.caller?.use?.wait(result) ?? result
  }

  coalesced<Result>(key: string, send: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { companyId, departure, use } = this.caller ?? {}
    let isOwn = false
    const run = (departure: Departure) => {
      isOwn = true
      return send(new Sender(this.queues, { ...this.caller, departure }))
    }
    const calls = this.queues.calls as Coalescer<Result>
    const result = calls.coalesce(`${companyId} ${key}`, run, departure)
    return use?.wait(result, () => isOwn) ?? result
  }

  coalescedQuery(text: string, values: unknown[]): Promise<unknown[][]> {
    const { use } = this.caller ?? {}
    if (use) use.slowest ??= text
    return this.coalesced(`${JSON.stringify(values)} ${text}`, async (sql) => {
      const { rows } = await sql.read<unknown[]>(this.prepare(text, values))
      return rows
    })
  }

  isIdle(): boolean {
    const { pool } = this.queues
    return pool.options.max > 1 && pool.idleCount === pool.totalCount
  }

  prepare(text: string, values: unknown[]): QueryArrayConfig {
    return { ...this.queues.statements.prepare(text), values, rowMode: 'array' }
  }

  private counted({ text }: QueryConfig, sending: Promise<unknown>): Promise<QueryResult<never>> {
    const result = sending as Promise<QueryResult<never>>
    return this.caller?.use?.count(text, result) ?? result
  }

  private ofTenant(statement: QueryConfig): QueryConfig {
    return this.queues.isRestricted ? ofTenant(statement, this.caller) : statement
  }
}
