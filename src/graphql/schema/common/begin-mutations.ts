import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { Context } from '../../context.js'

/**
 * Wraps the resolver of each mutation. Before the resolver runs, the wrapper sets the mutation's name as the operation
 * in the audit entries of its writes. It also rolls back the dry run of the previous mutation: the transaction of a dry
 * run stays open while the fields of its payload are read.
 */
export function beginMutations(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field
    field.resolve = async (source, args, context: Context, info): Promise<unknown> => {
      context.db = context.db.forCaller({ actor: { operation: info.fieldName } })
      await context.dryRun?.end()
      context.dryRun = undefined
      return resolve(source, args, context, info)
    }
  }
}
