/**
 * The URL of the same database without PgBouncer: on the server of DATABASE_DIRECT_URL, with which `npm run load --
 * pgbouncer` runs all tests. For what needs a session: to create and drop databases, and to hold locks.
 */
export function directUrl(url: string): string {
  const server = process.env['DATABASE_DIRECT_URL']
  if (!server) return url
  const { pathname, username } = new URL(url)
  const direct = new URL(server)
  direct.pathname = pathname
  if (username !== new URL(process.env['DATABASE_URL'] ?? url).username) direct.username = username
  return direct.href
}
