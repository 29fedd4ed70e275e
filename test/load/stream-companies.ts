import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { hashSecret, newSecret } from '../../src/domain/credential/secret.js'

/** A write, and when it was committed. */
export interface Sent {
  readonly company: number
  readonly committedAt: number
}

interface UserToken {
  readonly company: number
  readonly token: string
}

/** Companies with users, and the writes in them, made by SQL: what is measured is only the way from the commit to the streams. */
export class StreamCompanies {
  private written = 0

  private constructor(
    private readonly pool: pg.Pool,
    private readonly companies: readonly number[],
    readonly tokens: readonly UserToken[],
  ) {}

  /** Inserts companies, each with users who have a token. */
  static async create(url: string, companies: number, users: number): Promise<StreamCompanies> {
    const pool = new pg.Pool({ connectionString: url, max: 8 })
    const ids: number[] = []
    const tokens: UserToken[] = []
    const perCompany = Math.ceil(users / companies)
    for (let index = 0; index < companies; index += 1) {
      const { rows } = await pool.query<{ id: number }>(
        'insert into company (uuid, name) values (gen_random_uuid(), $1) returning id',
        [`Streams ${index} ${newSecret('access').slice(-8)}`],
      )
      const company = rows[0]!.id
      ids.push(company)
      const secrets = Array.from({ length: perCompany }, () => newSecret('access'))
      for (const [at, token] of secrets.entries()) {
        await insertUser(pool, company, `user${at}.${company}@streams.example`, token)
        tokens.push({ company, token })
      }
    }
    return new StreamCompanies(pool, ids, tokens)
  }

  /** Inserts clients at a steady rate, in the companies in turn; with `isSlow`, one in twenty in a transaction of 0.3 s. */
  async write(
    rate: number,
    seconds: number,
    written: Map<string, Sent>,
    isSlow: boolean,
  ): Promise<void> {
    const began = performance.now()
    const total = Math.round(rate * seconds)
    const writing: Promise<void>[] = []
    for (let index = 0; index < total; index += 1) {
      const wait = began + (index * 1000) / rate - performance.now()
      if (wait > 1) await delay(wait)
      writing.push(this.insert(written, isSlow && index % 20 === 0))
    }
    await Promise.all(writing)
  }

  namesByCompany(written: ReadonlyMap<string, Sent>): ReadonlyMap<number, readonly string[]> {
    const names = new Map<number, string[]>(this.companies.map((company) => [company, []]))
    for (const [name, { company }] of written) names.get(company)?.push(name)
    return names
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  private async insert(written: Map<string, Sent>, isSlow: boolean): Promise<void> {
    const number = (this.written += 1)
    const company = this.companies[number % this.companies.length]!
    const name = `Client ${number}`
    const client = await this.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        `insert into client (uuid, company_id, legal_name, user_id)
         select gen_random_uuid(), $1, $2, id from app_user where company_id = $1 limit 1`,
        [company, name],
      )
      if (isSlow) await delay(300)
      await client.query('commit')
      written.set(name, { company, committedAt: performance.now() })
    } finally {
      client.release()
    }
  }
}

async function insertUser(pool: pg.Pool, company: number, email: string, token: string) {
  const { rows } = await pool.query<{ id: number }>(
    `insert into app_user (uuid, company_id, email, first_name, last_name, password_hash)
     values (gen_random_uuid(), $1, $2, 'Stream', 'User', '') returning id`,
    [company, email],
  )
  const user = rows[0]!.id
  await pool.query(
    `insert into membership (company_id, user_id, role) values ($1, $2, 'technician')`,
    [company, user],
  )
  const session = await pool.query<{ id: string }>(
    `insert into session (id, company_id, user_id, audience) values (gen_random_uuid(), $1, $2, 'graphql') returning id`,
    [company, user],
  )
  await pool.query(
    `insert into access_token (company_id, hash, session_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [company, hashSecret(token), session.rows[0]!.id],
  )
}
