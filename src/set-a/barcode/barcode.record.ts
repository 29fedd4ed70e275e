import { recordType } from '../../http/record.js'
import {
  boolean,
  integer,
  nullableInteger,
  nullableText,
  nullableTimestamp,
  text,
  timestamp,
  uuid,
} from '../field-types.js'

/** Set A, one of the two REST APIs: barcode. */
// prettier-ignore
export const barcode = recordType('Barcode', 'Barcode', {
  id:          [integer,           'id'],
  source_uuid: [uuid,              'uuid'],
  data:        [text,              'data', 'The text of the barcode.'],
  prefix:      [nullableText,      'prefix'],
  asset_id:    [integer,           'assetId'],
  public:      [boolean,           'public'],
  created_at:  [timestamp,         'createdAt'],
  updated_at:  [timestamp,         'updatedAt'],
  deleted_at:  [nullableTimestamp, 'deletedAt'],
  company_id:  [integer,           'companyId'],
  batch:       [integer,           'batch'],
  batch_id:    [nullableInteger,   'batchId'],
})
