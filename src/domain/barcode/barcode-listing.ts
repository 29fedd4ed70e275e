import type { RecordKey } from '../domain.js'
import { contains, type DateTimeRange, isWithin, refersTo } from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'

export interface BarcodeFilter {
  readonly search: string
  readonly assetIds: readonly RecordKey[]
  readonly createdAt: DateTimeRange
}

export const barcodeListing: Listing<BarcodeFilter> = {
  model: 'Barcode',
  filters: {
    search: contains('data'),
    assetIds: refersTo('assetId', 'Asset'),
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    data: { type: 'text' },
    createdAt: { type: 'timestamptz' },
  },
}
