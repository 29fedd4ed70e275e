import { Field, ID, InputType } from 'type-graphql'
import type { ClientDetails } from '../../../domain/client/client-details.js'
import type { NewClient } from '../../../domain/client/create-client.js'
import type { ClientChange } from '../../../domain/client/update-client.js'

@InputType({ description: 'What may be known of a client besides its name.' })
abstract class ClientDetailsInput implements ClientDetails {
  @Field(() => String, {
    nullable: true,
    description:
      'The name that the client trades under; null: none. Set A `trading_name`, Set B `tradingName`.',
  })
  readonly tradingName?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The number in the register of companies; null: unknown. Set A `registration_number`, Set B `registrationNumber`.',
  })
  readonly registrationNumber?: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'The number for value added tax; null: unknown. Set A `vat_number`, Set B `vatNumber`.',
  })
  readonly vatNumber?: string | null
}

@InputType('CreateClientInput', { description: 'A client to be.' })
export class CreateClientInput extends ClientDetailsInput implements NewClient {
  @Field(() => String, {
    description:
      'The name in the register of companies; need not be unique. Set A `legal_name`, Set B `legalName`.',
  })
  readonly legalName!: string
}

@InputType('UpdateClientInput', {
  description: 'What to change of a client; what is absent stays.',
})
export class UpdateClientInput extends ClientDetailsInput implements ClientChange {
  @Field(() => ID, { description: 'The UUID of the client; Set B `id`.' })
  readonly id!: string

  @Field(() => String, {
    nullable: true,
    description:
      'The name in the register of companies; null is refused. Set A `legal_name`, Set B `legalName`.',
  })
  readonly legalName?: string | null
}
