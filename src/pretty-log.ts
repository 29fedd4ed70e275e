import type { DestinationStream } from 'pino'
import { type Config, ConfigError } from './config.js'

/** Fields that `messageOf` shows, or that are of no use on a terminal. */
const HIDDEN = `pid hostname reqId interface operation kind method path status errors reason refusal company user address ms
  databaseMs statements coalesced bytes left fingerprint`.split(/\s+/)

type Line = Readonly<Record<string, unknown>>

/**
 * The stream that formats the log for people; undefined if the log is JSON. The library is a development dependency: on a
 * terminal without it, the log is JSON.
 */
export async function openPrettyLog({
  logFormat,
}: Pick<Config, 'logFormat'>): Promise<DestinationStream | undefined> {
  if (logFormat === 'json' || (logFormat === undefined && !process.stdout.isTTY)) return undefined
  let pretty
  try {
    ;({ default: pretty } = await import('pino-pretty'))
  } catch {
    if (logFormat === undefined) return undefined
    throw new ConfigError(['LOG_FORMAT: pretty needs the package pino-pretty: npm install pino-pretty'])
  }
  return pretty({
    colorize: process.stdout.isTTY,
    ignore: HIDDEN.join(','),
    messageFormat: messageOf,
    singleLine: true,
    sync: true,
    translateTime: 'HH:MM:ss',
  })
}

/** A request in one line, such as `query SiteTree 200 4.1 ms (1 statement, 2.6 ms)`. */
function messageOf(line: Line): string {
  const { msg, reqId, status, operation, kind, method, path, errors, reason, refusal } = line
  if (typeof msg === 'string' && !/request$/.test(msg)) {
    return [msg, line['address'], reqId].filter(Boolean).join(' ')
  }
  const name = operation === undefined ? `${method ?? ''} ${path ?? ''}` : `${kind} ${operation}`
  const statements = line['statements'] === 1 ? '1 statement' : `${line['statements'] ?? 0} statements`
  const shared = line['coalesced'] === true ? ', coalesced' : ''
  return [
    `${name.trim()} ${status}`,
    `${line['ms'] ?? 0} ms (${statements}, ${line['databaseMs'] ?? 0} ms${shared})`,
    ...[errors, refusal, reason].filter((detail) => detail !== undefined).map(String),
    msg === 'slow request' && `slow, plan ${line['fingerprint']}`,
    line['left'] === true && 'the client left',
  ]
    .filter(Boolean)
    .join('  ')
}
