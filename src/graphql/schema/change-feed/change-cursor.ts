import type { Role } from '../../../domain/access/viewer.js'
import type { LogPosition } from '../../../domain/change-feed/read-changes.js'
import { badInput, resync } from '../../errors.js'

/*
 * The cursor of the feed: a place in the log, and the role of the user. What a user may read depends on the role, so a cursor of another
 * role makes the client read all lists again.
 */

const FEED = 'changes'

export const encodeChangeCursor = (role: Role, { transactionId, id }: LogPosition): string =>
  Buffer.from(JSON.stringify([FEED, role, transactionId, id])).toString('base64url')

/** Throws BAD_USER_INPUT if the text is not a cursor of the feed, and RESYNC if the role was another one. */
export function decodeChangeCursor(role: Role, cursor: string): LogPosition {
  const [feed, seenBy, transactionId, id] = parse(cursor)
  const isPosition =
    typeof transactionId === 'string' && /^\d{1,18}$/.test(transactionId) && isInt32(id)
  if (feed !== FEED || !isPosition) {
    throw badInput('The argument after is not a cursor of the field changes.', 'after')
  }
  if (seenBy !== role) throw resync('Your role has changed.')
  return { transactionId, id }
}

const isInt32 = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31

function parse(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
