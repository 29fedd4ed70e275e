import { Arg, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import { Read } from '../common/read.decorator.js'
import type { GraphReader } from '../../read/graph-reader.js'
import { hasBarcode, hasCode, hasUuid } from '../../read/lookups.js'
import { DocumentArgs } from '../document/document.args.js'
import { DocumentConnection } from '../document/document.type.js'
import { InspectionArgs } from '../inspection/inspection.args.js'
import { InspectionConnection } from '../inspection/inspection.type.js'
import { AssetArgs } from './asset.args.js'
import { AssetConnection, AssetNode } from './asset.type.js'

@Resolver(() => AssetNode)
export class AssetResolver {
  @Query(() => AssetNode, { nullable: true, description: 'One asset; null where there is none.' })
  asset(
    @Arg('id', () => ID, { description: 'The UUID of the asset.' }) id: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasUuid(id))
  }

  @Query(() => AssetNode, {
    nullable: true,
    description: 'The asset with a code; null where there is none.',
  })
  assetByCode(
    @Arg('code', () => String, { description: 'The whole code, case-sensitive.' }) code: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasCode(code))
  }

  @Query(() => AssetNode, {
    nullable: true,
    description: 'The asset with a barcode; null where there is none.',
  })
  assetByBarcode(
    @Arg('data', () => String, { description: 'What was scanned.' }) data: string,
    @Read() read: GraphReader,
  ) {
    return read.record(hasBarcode(data))
  }

  @Query(() => AssetConnection, { description: 'The assets of the company.' })
  assets(@Read(() => AssetArgs) read: GraphReader) {
    return read.connection('Asset')
  }

  @FieldResolver(() => DocumentConnection, { description: 'The files that belong to the asset.' })
  documents(@Root() asset: object, @Read(() => DocumentArgs) read: GraphReader) {
    return read.children(asset)
  }

  @FieldResolver(() => InspectionConnection, { description: 'Every look at the asset.' })
  inspections(@Root() asset: object, @Read(() => InspectionArgs) read: GraphReader) {
    return read.children(asset)
  }
}
