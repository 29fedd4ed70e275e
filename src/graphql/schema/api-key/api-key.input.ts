import { Field, InputType } from 'type-graphql'

@InputType('CreateApiKeyInput', { description: 'An API key to be.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'What the key is for.' })
  readonly name!: string
}
