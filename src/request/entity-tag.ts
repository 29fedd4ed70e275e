import { createHash } from 'node:crypto'

/** The entity tag of a text. It is weak: the same text may be sent compressed. */
export const tagOf = (text: string): string =>
  `W/"${createHash('sha1').update(text).digest('base64url')}"`

/** Whether the header `If-None-Match` names the tag. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return header.split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(tag))
}
