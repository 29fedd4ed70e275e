import { computed, lookedUp } from '../../db/read/derived.js'
import type { ModelRules } from '../../db/read/model-rules.js'
import { linkPath } from '../document/link.js'

export const document = {
  size: 'medium',
  derived: {
    sha256Text: computed<string | null>(({ column }) => `encode(${column('sha256')}, 'hex')`),
    url: lookedUp<string>(linkPath),
  },
  graphqlNames: { sha256: 'sha256Text', user: 'ofUser' },
} as const satisfies ModelRules
