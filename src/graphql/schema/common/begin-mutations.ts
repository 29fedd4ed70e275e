import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { Context } from '../../context.js'

/**
 * Before a mutation runs, names it in the audit entries of its writes, and rolls back the dry run before it: until then,
 * the fields of its payload are read in its transaction.
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
