import { Mutation, Resolver } from 'type-graphql'
import { createApiKey } from '../../../domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../../domain/api-key/revoke-api-key.js'
import { Nullable } from '../common/type.decorator.js'
import { payloadType } from '../common/payload.type.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateApiKeyInput } from './api-key.input.js'
import { ApiKeyNode } from './api-key.type.js'

const CreateApiKeyPayload = payloadType('createApiKey', ApiKeyNode)
Nullable(
  String,
  'The key itself, for the header `x-api-key`. It cannot be read again. Null if there are `userErrors`.',
)(CreateApiKeyPayload.prototype, 'key')

@Resolver()
export class ApiKeyMutation {
  @Mutation(() => CreateApiKeyPayload, {
    nullable: true,
    description: 'Creates an API key of the company, for an integration. For admins.',
  })
  createApiKey(
    @Input(CreateApiKeyInput) input: CreateApiKeyInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createApiKey(domain, input))
  }

  @RecordMutation(
    ApiKeyNode,
    'Revokes an API key: it stops working immediately and permanently, and the sessions that were opened with it end. Revoking it again changes nothing. For admins.',
  )
  revokeApiKey(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => revokeApiKey(domain, input))
  }
}
