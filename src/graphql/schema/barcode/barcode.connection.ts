import { ID } from 'type-graphql'
import { barcodeListing, type BarcodeFilter } from '../../../domain/barcode/barcode-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { BarcodeNode } from './barcode.type.js'

@FilterInput('Barcode')
class BarcodeFilterInput extends RecordTimesFilter implements Combined<BarcodeFilter> {
  @Nullable(String, 'The scanned text contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable([String], 'The scanned text is one of these, case-sensitive.')
  readonly data?: string[] | null

  @Nullable([ID], 'The asset is one of these.')
  readonly assetIds?: string[] | null
}

export const BarcodeConnection = connectionType(BarcodeNode, barcodeListing, BarcodeFilterInput)
