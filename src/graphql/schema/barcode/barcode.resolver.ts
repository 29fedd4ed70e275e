import { Arg, ID, Query, Resolver } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasUuid } from '../../read/lookups.js'
import { BarcodeArgs } from './barcode.args.js'
import { BarcodeConnection, BarcodeNode } from './barcode.type.js'

@Resolver(() => BarcodeNode)
export class BarcodeResolver {
  @Query(() => BarcodeNode, {
    nullable: true,
    description: 'One barcode; null where there is none.',
  })
  barcode(
    @Arg('id', () => ID, { description: 'The UUID of the record.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => BarcodeConnection, { description: 'The barcodes of the company.' })
  barcodes(@Read(() => BarcodeArgs) read: GraphReader) {
    return read.connection('Barcode')
  }
}
