import { countChildren, lookedUp } from '../../db/read/derived.js'
import { pictureLink } from '../document/picture-link.js'
import { openFindingsOfClient } from '../finding/finding-status.js'
import type { NounRules } from './noun-rules.js'

export const client = {
  size: 'small',
  logged: { client: [] },
  derived: {
    logoUrl: lookedUp<string | null>(
      pictureLink(({ column }) => `d.client_id = ${column('id')}`, 'logo'),
    ),
    documentsCount: countChildren('document', 'client_id'),
    sitesCount: countChildren('site', 'client_id'),
    openFindingsCount: openFindingsOfClient,
  },
} as const satisfies NounRules
