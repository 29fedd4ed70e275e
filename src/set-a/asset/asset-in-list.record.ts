import { z } from 'zod'
import { fieldType, nullable } from '../../http/field-type.js'
import { inlineRecord, recordType } from '../../http/record.js'
import { customFields } from '../asset-type/asset-type.record.js'
import { clientInList } from '../client/client.record.js'
import { imageUrl, integer, nullableInteger, nullableTimestamp, text } from '../field-types.js'
import { riskInList } from '../risk/risk.record.js'

const assetStatus = fieldType<string>(z.enum(['ok', 'defective', 'overdue', 'decommissioned']))

const currentStatus = inlineRecord('Asset', {
  statusable_id: [integer, 'id'],
  value: [assetStatus, 'status'],
})

const barcode = inlineRecord('Barcode', {
  id: [integer, 'id'],
  data: [text, 'data'],
  asset_id: [integer, 'assetId'],
})

const type = inlineRecord('AssetType', {
  id: [integer, 'id'],
  name: [text, 'name'],
  custom_fields_object: [customFields, 'customFields'],
})

const site = inlineRecord('Site', {
  id: [integer, 'id'],
  name: [text, 'name'],
  client_id: [integer, 'clientId'],
  logo_url: [imageUrl, 'logo'],
  client: [clientInList, 'client'],
})

const zone = inlineRecord('Zone', {
  id: [integer, 'id'],
  site_id: [integer, 'siteId'],
  name: [text, 'name'],
  site: [site, 'site'],
})

/** Set A, one of the two REST APIs: asset, list form. */
// prettier-ignore
export const assetInList = recordType('AssetInList', 'Asset', {
  id:              [integer,              'id'],
  code:            [text,                 'code'],
  zone_id:         [integer,              'zoneId'],
  asset_type_id:   [integer,              'typeId'],
  risk_id:         [nullableInteger,      'riskId'],
  next_inspection: [nullableTimestamp,    'nextInspection'],
  documents_count: [integer,              'documentsCount'],
  current_status:  [currentStatus,        'self'],
  barcode:         [nullable(barcode),    'barcode'],
  risk:            [nullable(riskInList), 'risk'],
  type:            [type,                 'type'],
  zone:            [zone,                 'zone'],
})
