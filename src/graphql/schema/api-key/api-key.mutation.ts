import { Mutation, Resolver } from 'type-graphql'
import { createApiKey } from '../../../domain/api-key/create-api-key.js'
import { updateApiKey } from '../../../domain/api-key/update-api-key.js'
import { revokeApiKey } from '../../../domain/api-key/revoke-api-key.js'
import { Nullable } from '../common/type.decorator.js'
import { payloadType } from '../common/payload.type.js'
import { IdInput, Input, RecordMutation, MutationWriter } from '../common/write.decorator.js'
import { CreateApiKeyInput, UpdateApiKeyInput } from './api-key.input.js'
import { ApiKeyNode } from './api-key.type.js'

const CreateApiKeyPayload = payloadType('createApiKey', ApiKeyNode)
Nullable(
  String,
  'The key itself. With `actsAs` it is sent as `Authorization: Bearer <key>`, without a token; the REST API under `/v1` takes it in `x-api-key`, with a token. It cannot be read again. Null if there are `userErrors`.',
)(CreateApiKeyPayload.prototype, 'key')

@Resolver()
export class ApiKeyMutation {
  @Mutation(() => CreateApiKeyPayload, {
    nullable: true,
    description:
      'Creates an API key of the company, for a script or an integration. An API key with scopes may not call it. For admins.',
  })
  createApiKey(
    @Input(CreateApiKeyInput) input: CreateApiKeyInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.record((domain) => createApiKey(domain, input))
  }

  @RecordMutation(
    ApiKeyNode,
    'Changes the name or the limits of an API key that is not revoked. They apply to its next request. For admins.',
  )
  updateApiKey(
    @Input(UpdateApiKeyInput) input: UpdateApiKeyInput,
    @MutationWriter() write: MutationWriter,
  ) {
    return write.update(input, updateApiKey)
  }

  @RecordMutation(
    ApiKeyNode,
    'Revokes an API key: it stops working immediately and permanently, and the sessions that were opened with it end. Revoking it again changes nothing. For admins.',
  )
  revokeApiKey(@IdInput() input: IdInput, @MutationWriter() write: MutationWriter) {
    return write.record((domain) => revokeApiKey(domain, input))
  }
}
