import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { Context } from '../../context.js'

/**
 * Rolls back a dry run before the next mutation of the operation runs: until then, the fields of its payload are read in
 * its transaction.
 */
export function endDryRuns(schema: GraphQLSchema): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { resolve = defaultFieldResolver } = field
    field.resolve = async (source, args, context: Context, info): Promise<unknown> => {
      await context.dryRun?.end()
      context.dryRun = undefined
      return resolve(source, args, context, info)
    }
  }
}
