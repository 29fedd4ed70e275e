import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config/config.js'

/** Fields that `messageOf` shows, or that are of no use on a terminal. */
const HIDDEN =
  `pid hostname reqId interface operation kind method path status errors reason refusal company user address ms
  databaseMs statements bytes left fingerprint traceId`.split(/\s+/)

type Text = string | number | undefined

/** The fields of a line that `messageOf` shows. */
interface Line extends Partial<Record<'msg' | 'operation' | 'kind' | 'method' | 'path', Text>> {
  readonly reqId?: string
  readonly address?: string
  readonly status?: number
  readonly errors?: readonly string[]
  readonly reason?: string
  readonly refusal?: string
  readonly ms?: number
  readonly databaseMs?: number
  readonly statements?: number
  readonly left?: boolean
  readonly fingerprint?: string
}

/** The maximum number of bytes of JSON that wait to be written. Later lines are dropped. */
const MAX_WAITING = 16_000_000

/** Lines wait until there are this many bytes, at most this many milliseconds: a system call for each would be a sixth of a small query. */
const TOGETHER = { minLength: 8192, periodicFlush: 50 }

/**
 * Opens standard output for the log: by default, lines are pretty-printed on a terminal, otherwise they are JSON. JSON
 * is written asynchronously, many lines with one system call, and a slow reader of the log delays no request. When the
 * process exits, it writes the lines that still wait.
 */
export async function openLogOutput({
  logFormat,
}: Pick<Config, 'logFormat'>): Promise<DestinationStream> {
  if (logFormat === 'json' || (logFormat === undefined && !process.stdout.isTTY)) {
    return pino.destination({ dest: 1, sync: false, ...TOGETHER, maxLength: MAX_WAITING })
  }
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    colorize: process.stdout.isTTY,
    ignore: HIDDEN.join(','),
    messageFormat: messageOf,
    singleLine: true,
    sync: true,
    translateTime: 'HH:MM:ss',
  })
}

/** A request in one line, such as `query SiteTree 200  4.1 ms (1 statement, 2.6 ms)`. */
function messageOf(line: Line): string {
  const { msg = '', operation, kind = '', method = '', path = '', status = 0 } = line
  if (!/request$/.test(String(msg))) {
    return [msg, line.address, line.reqId].filter(Boolean).join(' ')
  }
  const { ms = 0, databaseMs = 0, statements = 0 } = line
  const name = operation === undefined ? `${method} ${path}` : `${kind} ${operation}`
  const count = statements === 1 ? '1 statement' : `${statements} statements`
  return [
    `${name.trim()} ${status}`,
    `${ms} ms (${count}, ${databaseMs} ms)`,
    line.errors?.join(' '),
    line.refusal,
    line.reason,
    msg === 'slow request' && `slow, plan ${line.fingerprint ?? 'unknown'}`,
    line.left && 'the client left',
  ]
    .filter(Boolean)
    .join('  ')
}
