import { clientListing, type ClientFilter } from '../../../domain/client/client-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { Nullable } from '../common/type.decorator.js'
import { RecordTimesFilter, FilterInput } from '../common/filter.input.js'
import { ClientNode } from './client.type.js'

@FilterInput('Client')
class ClientFilterInput extends RecordTimesFilter implements Combined<ClientFilter> {
  @Nullable(String, 'The legal or the trading name contains this, ignoring case and accents.')
  readonly search?: string | null
}

export const ClientConnection = connectionType(ClientNode, clientListing, ClientFilterInput)
