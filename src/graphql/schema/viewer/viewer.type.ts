import { Field, ObjectType } from 'type-graphql'
import { RoleEnum } from '../user/user.type.js'

@ObjectType('Viewer', { simpleResolvers: true, description: 'Who is asking.' })
export class ViewerType {
  @Field(() => RoleEnum, { description: 'What they may do in their company.' })
  readonly role!: RoleEnum
}
