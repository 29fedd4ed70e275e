import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import pg, { type Pool, type QueryConfig, type QueryResult } from 'pg'
import type { Database } from '../connect.js'

/*
 * Row-level security, for a database role that does not own the tables. Its policies compare the company of each row
 * with the setting app.company_id of the connection. Each statement says its company (`tenant`); `TenantClient` sends
 * `set_config` before a statement of another company than the last one on the connection, pipelined with it: no round
 * trip is added. A statement without a company sees no row. For the owner of the tables none of this is in place.
 */

/** A secret whose company the database looks up: a function of migration 0006, and the secret's hash. */
export interface Credential {
  readonly lookup: 'company_of_access_token' | 'company_of_refresh_token' | 'company_of_api_key'
  readonly hash: Buffer
}

/** Whose rows a statement may see: those of the company with this id, or of the company of a credential. */
type Tenant = number | Credential

interface TenantStatement extends QueryConfig {
  readonly tenant?: Tenant | undefined
}

/** Methods that limit the statements of a database to the rows of one company. */
export interface Tenants {
  /** The database for statements of one company. Each table in them has a condition on the company anyway. */
  ofCompany(companyId: number): Database
  /** The database for statements that authenticate a credential. */
  ofCredential(credential: Credential): Database
}

/** The database objects of this many companies are kept. */
const MAX_COMPANIES = 1000

/** The tenant of Prisma's statements: Prisma calls the pool itself, so its statements carry no argument of ours. */
const prismaTenant = new AsyncLocalStorage<Tenant>()

/** A connection of a role that is subject to row-level security. It supports promises only, as the service uses it. */
export class TenantClient extends pg.Client {
  /** What app.company_id is on the connection, as text; undefined if only the server knows. */
  private company: string | undefined = ''
  /** The result of the last `set_config`. If it failed, the statements after it are rejected: they saw no rows. */
  private setting: Promise<unknown> = Promise.resolve()

  /** `never` is assignable to the results of all overloads. */
  override query(...parameters: unknown[]): never {
    const [statement, values] = parameters as [string | TenantStatement, unknown[] | undefined]
    const config =
      typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement
    return this.queryAsTenant(config) as never
  }

  private async queryAsTenant(config: TenantStatement): Promise<QueryResult> {
    const tenant = config.tenant ?? prismaTenant.getStore() ?? ''
    const company = typeof tenant === 'object' ? undefined : String(tenant)
    if (company === undefined || company !== this.company) {
      this.company = company
      this.setting = super.query(settingOf(tenant)).catch((error: unknown) => {
        this.company = undefined
        throw error
      })
    }
    const [result] = await Promise.all([super.query(config), this.setting])
    return result
  }
}

const settingOf = (tenant: Tenant | ''): QueryConfig =>
  typeof tenant === 'object'
    ? {
        name: tenant.lookup,
        text: `select set_config('app.company_id', coalesce(${tenant.lookup}($1)::text, ''), false)`,
        values: [tenant.hash],
      }
    : {
        name: 'set-company',
        text: "select set_config('app.company_id', $1, false)",
        values: [String(tenant)],
      }

/** The pool as Prisma sees it: statements outside of a transaction take the tenant with them into the queue. */
export const prismaPoolOf = (pool: Pool): Pool =>
  Object.assign(Object.create(pool) as Pool, {
    query: (statement: QueryConfig) => pool.query(withTenant(statement, prismaTenant.getStore())),
  })

/** For the owner of the tables: the same database for every company. */
export const sameForAll = (db: Omit<Database, keyof Tenants>): Database => {
  const same: Database = { ...db, ofCompany: () => same, ofCredential: () => same }
  return same
}

/** For a role that is subject to row-level security: a database object for each company. */
export function separateTenants(db: Omit<Database, keyof Tenants>): Database {
  const companies = new LRUCache<number, Database>({
    max: MAX_COMPANIES,
    memoMethod: (companyId) => forTenant(companyId),
  })
  const forTenant = (tenant: Tenant): Database => ({ ...separate, ...statementsOf(db, tenant) })
  const separate: Database = {
    ...db,
    ofCompany: (companyId) => companies.memo(companyId),
    ofCredential: forTenant,
  }
  return separate
}

/** The methods of a database that send statements, each with the tenant. */
function statementsOf(db: Omit<Database, keyof Tenants>, tenant: Tenant): Partial<Database> {
  const query: Database['query'] = (statement) => db.query(withTenant(statement, tenant))
  const { prisma } = db
  return {
    query,
    pipeline: (statement) => db.pipeline(withTenant(statement, tenant)),
    groupCommit: (companyId, statement) => db.groupCommit(companyId, withTenant(statement, tenant)),
    coalescedQuery: (text, values) =>
      db.coalesced(`${JSON.stringify([tenant, values])} ${text}`, async () => {
        const { rows } = await query(db.prepare(text, values))
        return rows as unknown as unknown[][]
      }),
    transaction: (work) => prismaTenant.run(tenant, () => db.transaction(work)),
    prisma: prisma.$extends({
      query: {
        $allOperations: ({ args, query: send }) =>
          prismaTenant.run(tenant, async (): Promise<unknown> => await send(args)),
      },
    }) as unknown as typeof prisma,
  }
}

/** `begin` or `commit` for the same company as a statement: a rollback would undo a setting made after `begin`. */
export const sameTenant = (
  text: string,
  { tenant }: TenantStatement = { text },
): TenantStatement => ({
  text,
  tenant,
})

const withTenant = (statement: QueryConfig, tenant: Tenant | undefined): TenantStatement => ({
  ...statement,
  tenant,
})
