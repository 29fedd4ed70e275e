import { Field, InputType } from 'type-graphql'
import { documentListing, type DocumentFilter } from '../../../domain/document/document-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'

@InputType('DocumentFilter', { description: 'Which documents: all that is given must hold.' })
export class DocumentFilterInput implements Combined<DocumentFilter> {
  @Field(() => String, { nullable: true, description: 'Part of the file name, in any case.' })
  readonly search?: string | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(DocumentFilterInput)

export const DocumentArgs = connectionArgs('Document', documentListing, () => DocumentFilterInput)
