import { z } from 'zod'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableInteger,
  nullableText,
  nullableTimestamp,
  record,
  text,
  timestamp,
  uuid,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'

/** Set A: Barcode. */
export const Barcode = record('Barcode', {
  id: integer,
  source_uuid: uuid,
  data: text.describe('What a scanner reads.'),
  prefix: nullableText,
  asset_id: integer,
  public: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: nullableTimestamp,
  company_id: integer,
  batch: integer,
  batch_id: nullableInteger,
})

export const barcodeFields = fields(
  'id',
  'uuid',
  'data',
  'prefix',
  'assetId',
  'public',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'companyId',
  'batch',
  'batchId',
)
export type BarcodeRow = Row<'Barcode', typeof barcodeFields>

export const presentBarcode = (barcode: BarcodeRow): z.output<typeof Barcode> => ({
  id: barcode.id,
  source_uuid: barcode.uuid,
  data: barcode.data,
  prefix: barcode.prefix,
  asset_id: barcode.assetId,
  public: barcode.public,
  created_at: writeTimestamp(barcode.createdAt),
  updated_at: writeTimestamp(barcode.updatedAt),
  deleted_at: writeNullableTimestamp(barcode.deletedAt),
  company_id: barcode.companyId,
  batch: barcode.batch,
  batch_id: barcode.batchId,
})
