import type { QueryConfig, QueryResult } from 'pg'
import { inOneWrite, resultOf } from './one-write.js'
import { PooledClient } from './pooled-client.js'
import {
  companyOf,
  settingOf,
  statementOf,
  type TenantStatement,
  tenantOfStatement,
} from './tenant-setting.js'

const BEGIN = /^begin\b/i
const END = /^(commit|rollback)$/i
const ROLLBACK_TO = /^rollback to\b/i

/**
 * A connection to PgBouncer of a role that is subject to row-level security. The setting app.company_id is local to
 * each transaction. A statement outside of a transaction is sent in a transaction of its own: `begin`, the statement
 * and `commit` are pipelined. Supports promises only.
 */
export class PooledTenantClient extends PooledClient {
  private inTransaction = false
  /** The current value of app.company_id; undefined if only the server knows it. */
  private company: string | undefined = ''

  override query(...parameters: unknown[]): never {
    return this.queryAsTenant(statementOf(parameters)) as never
  }

  /** Sends everything before it waits for a result, because callers pipeline their statements. */
  private queryAsTenant(statement: TenantStatement): Promise<QueryResult> {
    const { text } = statement
    if (this.inTransaction) return this.queryInside(statement)
    if (BEGIN.test(text)) return resultOf([], this.begin(statement))
    // Outside of a transaction, no company is set.
    if (companyOf(tenantOfStatement(statement)) === '') return this.send(statement)
    return inOneWrite(this, () => {
      const begun = this.begin({ ...statement, text: 'begin', values: [] })
      const result = this.send(statement)
      return resultOf(begun, [result, this.queryInside({ text: 'commit' })])
    })
  }

  private begin(statement: TenantStatement): Promise<QueryResult>[] {
    this.inTransaction = true
    this.company = ''
    return [this.send(statement), ...this.setTenant(statement)]
  }

  private queryInside(statement: TenantStatement): Promise<QueryResult> {
    if (END.test(statement.text)) this.inTransaction = false
    // `rollback to` may undo the setting.
    else if (ROLLBACK_TO.test(statement.text)) this.company = undefined
    else return resultOf(this.setTenant(statement), [this.send(statement)])
    return this.send(statement)
  }

  /**
   * Sends nothing if the company is unchanged. If setting it fails, the statements after it fail too: the transaction
   * is aborted.
   */
  private setTenant(statement: TenantStatement): Promise<QueryResult>[] {
    const tenant = tenantOfStatement(statement)
    const company = companyOf(tenant)
    if (company !== undefined && company === this.company) return []
    this.company = company
    return [this.send(settingOf(tenant, 'transaction'))]
  }

  private send(statement: QueryConfig): Promise<QueryResult> {
    return super.query(statement)
  }
}
