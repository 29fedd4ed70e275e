import { contains, isOneOfCodes, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { refersTo } from '../listing/references.js'

export type BarcodeFilter = FilterOf<typeof barcodeListing>

export const barcodeListing = {
  model: 'Barcode',
  filters: {
    ids: refersTo('id', 'Barcode'),
    search: contains('data'),
    data: isOneOfCodes('Barcode', 'data'),
    assetIds: refersTo('assetId', 'Asset'),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: { id: 'int', data: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
} satisfies AnyListing
