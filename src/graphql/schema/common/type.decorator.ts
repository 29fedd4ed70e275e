import { Field, InputType, ObjectType } from 'type-graphql'

/* Unlike type-graphql's decorators, these take a type, not a thunk, because type files have no circular imports. */

type FieldType = ReturnType<NonNullable<Parameters<typeof Field>[0]>>

/** A field that is never null. In an input it is required. */
export const NonNull = (type: FieldType, description: string) => Field(() => type, { description })

/** A field that may be null. In an input it is optional. */
export const Nullable = (type: FieldType, description: string) =>
  Field(() => type, { nullable: true, description })

/** An object type without an id. Its fields are plain properties. */
export const ValueType = (name: string, description: string): ClassDecorator =>
  ObjectType(name, { simpleResolvers: true, description })

/** An input type. */
export const InputObject = (name: string, description: string): ClassDecorator =>
  InputType(name, { description })
