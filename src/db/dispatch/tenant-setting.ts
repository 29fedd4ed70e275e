import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, QueryConfig, QueryResult } from 'pg'
import type { PrismaClient } from '../generated/prisma/client.js'
import type { Caller, Credential } from './caller.js'
import { ServiceClient } from './service-client.js'

/*
 * Row-level security, for a database role that does not own the tables. Its policies compare the company of each row
 * with the setting app.company_id of the connection. Each statement has the company of its caller (`tenant`). If a
 * statement has another company than the last statement on the connection, `TenantClient` sends `set_config` before it.
 * Both are pipelined, so no round trip is added. Through PgBouncer, `PooledTenantClient` does the same for a
 * transaction. A statement without a company sees no row. The owner of the tables bypasses the policies and uses none
 * of this.
 */

/** Whose rows a statement may see: those of the company with this id, or of the company of a credential. */
type Tenant = number | Credential

export interface TenantStatement extends QueryConfig {
  readonly tenant?: Tenant | undefined
}

/** The tenant of Prisma's statements: Prisma calls the pool itself, so its callers cannot pass an argument. */
const prismaTenant = new AsyncLocalStorage<Tenant | undefined>()

const tenantOf = (caller: Caller | undefined): Tenant | undefined =>
  caller?.credential ?? caller?.companyId

/**
 * A connection of a role that is subject to row-level security. It supports promises only: the service uses no
 * callbacks.
 */
export class TenantClient extends ServiceClient {
  /**
   * The value of app.company_id on the connection. Undefined if it is not known here, because the server looked it up
   * for a credential.
   */
  private company: string | undefined = ''
  /** The result of the last `set_config`. If it failed, the statements after it are rejected: they saw no rows. */
  private setting: Promise<unknown> = Promise.resolve()

  /** `never` is assignable to the results of all overloads. */
  override query(...parameters: unknown[]): never {
    return this.queryAsTenant(statementOf(parameters)) as never
  }

  private async queryAsTenant(statement: TenantStatement): Promise<QueryResult> {
    const tenant = tenantOfStatement(statement)
    const company = companyOf(tenant)
    if (company === undefined || company !== this.company) {
      this.company = company
      this.setting = super.query(settingOf(tenant, 'session')).catch((error: unknown) => {
        this.company = undefined
        throw error
      })
    }
    const [result] = await Promise.all([super.query(statement), this.setting])
    return result
  }
}

/** Converts the parameters of `query` to a statement. */
export function statementOf(parameters: readonly unknown[]): TenantStatement {
  const [statement, values] = parameters as [string | TenantStatement, unknown[] | undefined]
  return typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement
}

/** Empty if the statement has no company. */
export const tenantOfStatement = ({ tenant }: TenantStatement): Tenant | '' =>
  tenant ?? prismaTenant.getStore() ?? ''

/** The value of app.company_id for a tenant; undefined if only the server knows. */
export const companyOf = (tenant: Tenant | ''): string | undefined =>
  typeof tenant === 'object' ? undefined : String(tenant)

/** Sets app.company_id until the end of the session, or of the transaction. */
export const settingOf = (tenant: Tenant | '', scope: 'session' | 'transaction'): QueryConfig => {
  const isLocal = String(scope === 'transaction')
  return typeof tenant === 'object'
    ? {
        name: tenant.lookup,
        text: `select set_config('app.company_id', coalesce(${tenant.lookup}($1)::text, ''), ${isLocal})`,
        values: [tenant.hash],
      }
    : {
        name: 'set-company',
        text: `select set_config('app.company_id', $1, ${isLocal})`,
        values: [String(tenant)],
      }
}

/** The statement with the company of its caller. */
export const ofTenant = (statement: QueryConfig, caller: Caller | undefined): QueryConfig =>
  withTenant(statement, tenantOf(caller))

/**
 * Runs `work`. All statements that Prisma sends in it, including `begin` and `commit`, have the company of the caller.
 */
export const inTenant = <Result>(caller: Caller | undefined, work: () => Result): Result =>
  prismaTenant.run(tenantOf(caller), work)

/** Prisma with the company of the caller for each operation. Its `$transaction` also needs `inTenant`. */
export const prismaOf = (prisma: PrismaClient, caller: Caller | undefined): PrismaClient =>
  prisma.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        inTenant(caller, async (): Promise<unknown> => await query(args)),
    },
  }) as unknown as PrismaClient

/** The pool for Prisma: adds the tenant to a statement outside of a transaction before the statement is queued. */
export const prismaPoolOf = (pool: Pool): Pool =>
  Object.assign(Object.create(pool) as Pool, {
    query: (statement: QueryConfig) => pool.query(withTenant(statement, prismaTenant.getStore())),
  })

/**
 * `begin` or `commit` with the company of a statement. So the company is set before `begin`: a rollback would undo a
 * setting made after it.
 */
export const sameTenant = (
  text: string,
  { tenant }: TenantStatement = { text },
): TenantStatement => ({ text, tenant })

const withTenant = (statement: QueryConfig, tenant: Tenant | undefined): TenantStatement => ({
  ...statement,
  tenant,
})
