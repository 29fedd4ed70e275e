import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, Field, Info, Mutation, Resolver } from 'type-graphql'
import { createApiKey } from '../../../domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../../domain/api-key/revoke-api-key.js'
import { mutate, payloadType } from '../common/payload.type.js'
import { recordMutation } from '../common/record.mutation.js'
import { type Context, domainOf } from '../../context.js'
import { CreateApiKeyInput } from './api-key.input.js'
import { ApiKeyNode } from './api-key.type.js'

const CreateApiKeyPayload = payloadType('CreateApiKeyPayload', 'apiKey', () => ApiKeyNode)
Field(() => String, {
  nullable: true,
  description:
    'The key itself, Set B’s `x-api-key`. This is the only time that it can be seen. Null where there are `userErrors`.',
})(CreateApiKeyPayload.prototype, 'key')

@Resolver()
export class ApiKeyMutation {
  @Mutation(() => CreateApiKeyPayload, {
    nullable: true,
    description: 'Makes a long-lived credential of the company for an integration. For admins.',
  })
  createApiKey(
    @Arg('input', () => CreateApiKeyInput, { description: 'The key to be.' })
    input: CreateApiKeyInput,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return mutate(context, info, 'ApiKey', 'apiKey', () => createApiKey(domainOf(context), input))
  }
}

export const RevokeApiKeyMutation = recordMutation({
  name: 'revokeApiKey',
  model: 'ApiKey',
  field: 'apiKey',
  node: () => ApiKeyNode,
  description:
    'Ends an API key, for good and at once. Revoking it again changes nothing. For admins.',
  verb: revokeApiKey,
})
