import { computed, countChildren } from '../../db/read/derived.js'
import type { NounRules } from './noun-rules.js'

export const zone = {
  size: 'medium',
  logged: { zone: [] },
  dependsOn: [
    { key: 'site_id', on: 'Site', noun: 'zones' },
    { key: 'type_id', on: 'ZoneType', noun: 'zones' },
  ],
  derived: {
    assetsCount: countChildren('asset', 'zone_id'),
    sizeSquareMetres: computed<number | null>(({ column }) => `nullif(${column('size')}, 0)`),
  },
  paths: { jobs: ['jobZones', 'job'] },
} as const satisfies NounRules
