import { z } from 'zod'
import { fieldType, notNull, nullable } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { assetType } from '../asset-type/asset-type.record.js'
import { barcode } from '../barcode/barcode.record.js'
import { company } from '../company/company.record.js'
import {
  boolean,
  integer,
  nullableInteger,
  statusOf,
  text,
  timestamp,
  uuid,
} from '../field-types.js'
import { risk } from '../risk/risk.record.js'
import { zone } from '../zone/zone.record.js'

const metaData = fieldType<unknown>(z.record(z.string(), z.string()))

/** Set A, one of the two REST APIs: asset, create response. */
// prettier-ignore
export const asset = recordType('Asset', 'Asset', {
  id:             [integer,           'id'],
  code:           [text,              'code'],
  scanned_code:   [notNull(text),     'barcode.data', "The barcode's `data`."],
  zone_id:        [integer,           'zoneId'],
  asset_type_id:  [integer,           'typeId'],
  risk_id:        [nullableInteger,   'riskId'],
  is_defective:   [boolean,           'defective'],
  meta_data:      [metaData,          'metaData', "Values by the `field_id` of the type's custom fields."],
  source_uuid:    [uuid,              'uuid'],
  company_id:     [integer,           'companyId'],
  created_at:     [timestamp,         'createdAt'],
  updated_at:     [timestamp,         'updatedAt'],
  company:        [company,           'company'],
  zone:           [zone,              'zone'],
  risk:           [nullable(risk),    'risk'],
  current_status: [statusOf('Asset'), 'id'],
  type:           [assetType,         'type'],
  barcode:        [notNull(barcode),  'barcode'],
})
