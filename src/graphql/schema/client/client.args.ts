import { Field, InputType } from 'type-graphql'
import { clientListing, type ClientFilter } from '../../../domain/client/client-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'
import { DateTimeRangeInput } from '../common/date-time-range.input.js'

@InputType('ClientFilter', { description: 'Which clients: all that is given must hold.' })
export class ClientFilterInput implements Combined<ClientFilter> {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the legal or the trading name, in any case.',
  })
  readonly search?: string | null

  @Field(() => DateTimeRangeInput, { nullable: true, description: 'Created within this time.' })
  readonly createdAt?: DateTimeRangeInput | null
}
combines(ClientFilterInput)

export const ClientArgs = connectionArgs('Client', clientListing, () => ClientFilterInput)
