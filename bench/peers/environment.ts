import pg from 'pg'

const { PORT, DATABASE_URL, POOL, COMPANY, VIEWER } = process.env

export const port = Number(PORT)
export const databaseUrl = DATABASE_URL ?? ''
export const poolSize = Number(POOL)
/** The peers do not authenticate: they answer every request as this user of this company. */
export const company = Number(COMPANY)
export const user = Number(VIEWER)

/** `options`: settings of each session besides the time zone. */
export const createPool = (options = ''): pg.Pool =>
  new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    // The idle timeout of the service: a measurement begins with connections that are open.
    idleTimeoutMillis: 600_000,
    options: `-c TimeZone=UTC ${options}`,
  })
