import type { Role } from '../../../domain/access/viewer.js'
import { NonNull, ValueType } from '../common/type.decorator.js'
import { RoleEnum } from '../user/user.type.js'

@ValueType('Viewer', 'The signed-in user.')
export class ViewerType {
  @NonNull(RoleEnum, 'What the user may do in the company.')
  readonly role!: Role
}
