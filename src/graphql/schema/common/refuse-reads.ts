import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLSchema,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { authorise } from '../../../domain/access/authorise.js'
import { type Operation, policy } from '../../../domain/access/policy.js'
import { type Context, sessionOf } from '../../context.js'
import { readPolicy } from '../../operation/read-policies.js'

/**
 * Lets the fields that return a type for admins (as `policy` says) throw FORBIDDEN for others: such a field is null and has an
 * error with its path, and the rest of the response is sent. So the field must be nullable; otherwise this function throws.
 */
export function refuseReads(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    // The fields of a refused type are reached only through a field that is refused.
    if (!isObjectType(type) || forAdmins(type.name)) continue
    for (const field of Object.values(type.getFields())) {
      const operation = forAdmins(getNamedType(field.type).name)
      if (!operation) continue
      if (isNonNullType(field.type)) {
        throw new Error(
          `expected ${type.name}.${field.name} to be nullable: only admins may read it`,
        )
      }
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (source, args, context: Context, info): unknown => {
        authorise(sessionOf(context).viewer, operation)
        return resolve(source, args, context, info)
      }
    }
  }
}

/** The key in `policy` for reading the type, if only admins may. */
function forAdmins(typeName: string): Operation | undefined {
  const operation = readPolicy(typeName)
  return operation && policy[operation].access === 'admin' ? operation : undefined
}
