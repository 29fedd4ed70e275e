import type { Changed, Domain } from '../domain.js'
import { lockReference } from '../record/lock-reference.js'
import { type Change, updateRecord } from '../record/update-record.js'
import type { NewZone } from './create-zone.js'

export type ZoneChange = Change<Omit<NewZone, 'siteId'>>

/** Updates a zone. It stays at its site, because its assets and jobs belong to that site. */
export const updateZone = (domain: Domain, input: ZoneChange): Promise<Changed> =>
  updateRecord(domain, 'Zone', input.id, async (tx, errors) => {
    const typeKey = errors.required('typeId', input.typeId)
    return {
      typeId: await lockReference(tx, errors, 'typeId', 'ZoneType', typeKey),
      name: errors.text('name', input.name),
      size: errors.integer('size', input.size === null ? 0 : input.size, 0),
    }
  })
