import { Field, InputType } from 'type-graphql'
import { apiKeyListing, type ApiKeyFilter } from '../../../domain/api-key/api-key-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionArgs } from '../common/connection.type.js'
import { combines } from '../common/filter.js'

@InputType('ApiKeyFilter', { description: 'Which API keys: all that is given must hold.' })
export class ApiKeyFilterInput implements Combined<ApiKeyFilter> {
  @Field(() => Boolean, { nullable: true, description: 'Whether the key was revoked.' })
  readonly revoked?: boolean | null
}
combines(ApiKeyFilterInput)

export const ApiKeyArgs = connectionArgs('ApiKey', apiKeyListing, () => ApiKeyFilterInput)
