import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { Context } from '../../context.js'

/**
 * Wraps the resolver of each mutation. Before it runs, sets its name as the operation in the audit entries of its
 * writes. Also rolls back the dry run of the mutation before it, whose transaction stays open while its payload is
 * read.
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
