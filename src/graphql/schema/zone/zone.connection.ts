import { ID } from 'type-graphql'
import type { Combined } from '../../../domain/listing/listing.js'
import { zoneListing, type ZoneFilter } from '../../../domain/zone/zone-listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { ZoneNode } from './zone.type.js'

@FilterInput('Zone')
class ZoneFilterInput extends RecordTimesFilter implements Combined<ZoneFilter> {
  @Nullable(String, 'The name contains this, ignoring case and accents.')
  readonly search?: string | null

  @Nullable([ID], 'The site is one of these.')
  readonly siteIds?: string[] | null

  @Nullable([ID], 'The type is one of these.')
  readonly typeIds?: string[] | null
}

export const ZoneConnection = connectionType(ZoneNode, zoneListing, ZoneFilterInput)
