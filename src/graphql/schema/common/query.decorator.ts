import { Arg, Args, type ClassType, FieldResolver, ID, Query } from 'type-graphql'
import { nounOf } from '../../../domain/noun.js'
import type { Connection } from './connection.type.js'

/** A query for one record. Its result is null if the record does not exist. */
export const RecordQuery = (node: ClassType, description: string): MethodDecorator =>
  Query(() => node, { nullable: true, description })

/** Options of a list that some roles may not read: the field is nullable, because for them it is an error. */
export const FOR_ADMINS = { nullable: true }

/** A query for a list of records. */
export const ConnectionQuery = (connection: Connection, description: string, options = {}) =>
  withPageArguments(
    connection,
    Query(() => connection, { description, ...options }),
  )

/** A field of a node type for the list of its related records. */
export const ConnectionField = (connection: Connection, description: string, options = {}) =>
  withPageArguments(
    connection,
    FieldResolver(() => connection, { description, ...options }),
  )

/** The argument `id` of a query that is named after its record, such as `node(id: ID!)`. */
export const Id = (): ParameterDecorator => (prototype, name, index) => {
  const description = `The UUID of the ${nounOf(String(name))}.`
  Arg('id', () => ID, { description })(prototype, String(name), index)
}

/**
 * Declares the arguments of a connection or statistics after the method's own parameters. The method does not use them:
 * they are parsed before execution, and `GraphReader` reads them from the prepared request.
 */
export const withPageArguments =
  ({ Args: args }: Connection, declare: MethodDecorator): MethodDecorator =>
  (prototype, name, descriptor) => {
    declare(prototype, name, descriptor)
    const { length } = descriptor.value as (...parameters: unknown[]) => unknown
    Args(() => args)(prototype, name, length)
  }
