import { KeyInput } from '../common/key.input.js'
import { Nullable } from '../common/type.decorator.js'

@KeyInput('User')
export class UserKey {
  @Nullable(String, 'The email address, ignoring case.')
  readonly email?: string | null
}
