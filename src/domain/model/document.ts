import { computed, type DerivedField, lookedUp } from '../../db/read/derived.js'
import type { DocumentSize } from '../document/document-size.js'
import { linkPath, linkPaths } from '../document/link.js'
import { byIcu } from './by-icu.js'
import type { NounRules } from './noun-rules.js'

/** The links to all sizes of a document, by size. */
const urls: DerivedField<Readonly<Record<DocumentSize, string>>> = {
  reads: 'lookup',
  sql: linkPaths,
  choice: { argument: 'size', sql: linkPath },
}

export const document = {
  size: 'medium',
  logged: { document: ['content', 'content_key'] },
  derived: {
    sortedName: byIcu('name'),
    sha256Text: computed<string | null>(({ column }) => `encode(${column('sha256')}, 'hex')`),
    url: lookedUp<string>((scope) => linkPath(scope)),
    urls,
  },
  graphqlNames: { sha256: 'sha256Text', user: 'ofUser', url: 'urls' },
} as const satisfies NounRules
