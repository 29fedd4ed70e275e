import { apiKeyListing, type ApiKeyFilter } from '../../../domain/api-key/api-key-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { FilterInput } from '../common/filter.input.js'
import { ApiKeyNode } from './api-key.type.js'

@FilterInput('ApiKey')
class ApiKeyFilterInput implements Combined<ApiKeyFilter> {
  @Nullable(Boolean, 'Whether the key is revoked.')
  readonly revoked?: boolean | null
}

export const ApiKeyConnection = connectionType(ApiKeyNode, apiKeyListing, ApiKeyFilterInput)
