import { type GraphQLNamedType, type GraphQLOutputType, getNamedType } from 'graphql'
import { policy } from '../../../src/domain/access/policy.js'
import type { Access } from '../../../src/domain/access/rule.js'
import { readPolicy } from '../../../src/graphql/operation/read-policies.js'

const TEXTS: Readonly<Record<Access, string>> = {
  anyone: 'anyone, without signing in',
  member: 'every user with a session',
  admin: 'admins',
}

/** The users that may use a field of an object type, by the access control table of the service. */
export function accessTo(
  parent: GraphQLNamedType,
  field: { readonly name: string; readonly type: GraphQLOutputType },
): string {
  if (['Query', 'Mutation', 'Subscription'].includes(parent.name)) {
    return TEXTS[policy[field.name as keyof typeof policy].access]
  }
  const reads = [parent.name, getNamedType(field.type).name].map(readPolicy)
  return TEXTS[reads.some((read) => read && policy[read].access === 'admin') ? 'admin' : 'member']
}

/** What an API key with scopes needs for a mutation; for queries and subscriptions, every scope is enough. */
export function scopeFor(
  parent: GraphQLNamedType,
  { name }: { readonly name: string },
): string | undefined {
  const operation = name as keyof typeof policy
  if (parent.name !== 'Mutation' || policy[operation].access === 'anyone') return undefined
  const scope = policy[operation].scope
  return scope === 'NONE' ? 'none allows it' : `\`${scope}\``
}
