import { Arg, type ClassType, FieldResolver } from 'type-graphql'

/**
 * A field of a node type with figures about related records. Declares the argument `filter` after the method's own parameters:
 * it is parsed before execution, as page arguments are.
 */
export const FiguresField =
  (type: [ClassType], filter: ClassType, description: string): MethodDecorator =>
  (prototype, name, descriptor) => {
    FieldResolver(() => type, { description })(prototype, name, descriptor)
    const { length } = descriptor.value as (...parameters: unknown[]) => unknown
    const options = { nullable: true, description: 'The conditions that the records must meet.' }
    Arg('filter', () => filter, options)(prototype, String(name), length)
  }
