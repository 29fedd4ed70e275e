import { type DocumentNode, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import { type Operation, policy } from '../../domain/access/policy.js'

/**
 * The rows of the access control table for the types whose fields a document selects: `apiKeys` for `ApiKey` and for
 * `ApiKeyConnection`. A type can be reached from several root fields, also through `node`, and needs the same role from
 * each of them.
 */
export function readPolicies(schema: GraphQLSchema, document: DocumentNode): Operation[] {
  const names = new Set<string>()
  const types = new TypeInfo(schema)
  const visitor = visitWithTypeInfo(types, {
    Field() {
      const type = types.getParentType()?.name.replace(/Connection$/, '') ?? ''
      names.add(`${type.charAt(0).toLowerCase()}${type.slice(1)}s`)
    },
  })
  visit(document, visitor)
  return [...names].filter((name) => name in policy) as Operation[]
}
