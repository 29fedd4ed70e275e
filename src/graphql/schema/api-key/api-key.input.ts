import { InputObject, NonNull } from '../common/type.decorator.js'

@InputObject('CreateApiKeyInput', 'The API key to create.')
export class CreateApiKeyInput {
  @NonNull(String, 'What the key is for.')
  readonly name!: string
}
