/**
 * The URL of the same database without PgBouncer: on the server of DATABASE_DIRECT_URL, with which `npm run load --
 * pgbouncer` runs all tests. For what needs a session: to create and drop databases, and to hold locks.
 */
export function directUrl(url: string): string {
  const { DATABASE_URL: pooled, DATABASE_DIRECT_URL: server } = process.env
  const given = new URL(url)
  if (!pooled || !server || given.host !== new URL(pooled).host) return url
  const direct = new URL(server)
  direct.pathname = given.pathname
  if (given.username !== new URL(pooled).username) direct.username = given.username
  return direct.href
}
