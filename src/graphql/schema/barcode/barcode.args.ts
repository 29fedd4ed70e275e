import { Field, ID, InputType } from 'type-graphql'
import { barcodeListing, type BarcodeFilter } from '../../../domain/barcode/barcode-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'

@InputType('BarcodeFilter', { description: 'Which barcodes: all that is given must hold.' })
export class BarcodeFilterInput implements Combined<BarcodeFilter> {
  @Field(() => String, { nullable: true, description: 'Part of the scanned text, in any case.' })
  readonly search?: string | null

  @Field(() => [ID], { nullable: true, description: 'The asset is one of these.' })
  readonly assetIds?: string[] | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(BarcodeFilterInput)

export const BarcodeArgs = connectionArgs('Barcode', barcodeListing, () => BarcodeFilterInput)
