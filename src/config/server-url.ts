/** The address of a server. */
export interface Host {
  readonly host: string
  readonly port: number
}

interface ServerUrl {
  /** The URL with only its first host, because node-postgres reads a single host. */
  readonly url: string
  /** The hosts among which to find the primary; undefined if the URL has one host and no `target_session_attrs`. */
  readonly hosts: readonly Host[] | undefined
  /** The value of the parameter `pgbouncer`, which is removed from `url`. */
  readonly pgbouncer: string | undefined
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s
const HOST = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/
const DEFAULT_PORT = 5432

/** The values of libpq's `target_session_attrs` that find the primary. */
const PRIMARY = ['read-write', 'primary']

/**
 * Reads a URL of libpq's form `postgresql://user@host:port,host:port/name?target_session_attrs=read-write`. Undefined
 * if it is invalid. `target_session_attrs` is not needed: among several hosts the service always searches for the
 * primary.
 */
export function parseServerUrl(text: string): ServerUrl | undefined {
  const [, start = '', authority = '', rest = ''] = PARTS.exec(text) ?? []
  const names = authority.split(',')
  const first = `${start}${names[0] ?? ''}${rest}`
  if (start === '' || !URL.canParse(first)) return undefined
  const url = new URL(first)
  const pgbouncer = url.searchParams.get('pgbouncer') ?? undefined
  url.searchParams.delete('pgbouncer')
  const target = url.searchParams.get('target_session_attrs')
  if (names.length === 1 && target === null) return { url: url.href, hosts: undefined, pgbouncer }
  const hosts = names.map(parseHost)
  if (!hosts.every((host) => host !== undefined)) return undefined
  if (target !== null && !PRIMARY.includes(target)) return undefined
  url.searchParams.delete('target_session_attrs')
  return { url: url.href, hosts, pgbouncer }
}

/** The first host of a valid URL of a server. */
export function firstHost(text: string): Host {
  const [, , authority = ''] = PARTS.exec(text) ?? []
  const host = parseHost(authority.split(',')[0] ?? '')
  if (!host) throw new Error('expected the URL of a PostgreSQL server')
  return host
}

/** Reads `host:port`; the default of the port is 5432. Undefined if it is invalid. */
export function parseHost(text: string): Host | undefined {
  const [, host, port = DEFAULT_PORT] = HOST.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) return undefined
  return { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port) }
}
