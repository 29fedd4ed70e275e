import { ID, InputType } from 'type-graphql'
import type { ClientDetails } from '../../../domain/client/client-details.js'
import type { NewClient } from '../../../domain/client/create-client.js'
import type { ClientChange } from '../../../domain/client/update-client.js'
import { InputObject, NonNull, Nullable } from '../common/type.decorator.js'

@InputType({ description: 'The optional fields of a client.' })
abstract class ClientDetailsInput implements ClientDetails {
  @Nullable(String, 'The name that the client does business under; null for none.')
  readonly tradingName?: string | null

  @Nullable(String, 'The company registration number; null if unknown.')
  readonly registrationNumber?: string | null

  @Nullable(String, 'The VAT number; null if unknown.')
  readonly vatNumber?: string | null
}

@InputObject('CreateClientInput', 'The client to create.')
export class CreateClientInput extends ClientDetailsInput implements NewClient {
  @NonNull(String, 'The registered name. It need not be unique.')
  readonly legalName!: string
}

@InputObject('UpdateClientInput', 'Changes to a client. Absent fields keep their values.')
export class UpdateClientInput extends ClientDetailsInput implements ClientChange {
  @NonNull(ID, 'The UUID of the client.')
  readonly id!: string

  @Nullable(String, 'The registered name. Null is rejected.')
  readonly legalName?: string | null
}
