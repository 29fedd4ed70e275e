import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Database } from '../db/connect.js'
import { type Operation, policy } from '../domain/access/policy.js'
import { authenticate, type Credentials } from '../domain/credential/authenticate.js'
import type { Session } from '../domain/credential/session.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'

/** The credentials of a request, as its headers hold them. */
export interface GivenCredentials {
  readonly token: string | undefined
  readonly apiKey: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const BEARER = /^bearer +/i

/** Reads the pair `x-api-key` and `x-api-token`, the token bare or as a bearer, or else `Authorization: Bearer …`. */
export function credentialsIn(headers: Headers): GivenCredentials {
  const one = (name: string) => [headers[name]].flat()[0]
  const { authorization = '' } = headers
  const bearer = BEARER.test(authorization as string)
    ? (authorization as string).replace(BEARER, '')
    : undefined
  const apiKey = one('x-api-key')
  const apiToken = apiKey === undefined ? undefined : one('x-api-token')?.replace(BEARER, '')
  return { token: apiToken ?? bearer, apiKey }
}

/** What is given, as credentials that may come from every face; undefined where there is no token. */
export const withAudiences = ({ token, apiKey }: GivenCredentials): Credentials | undefined =>
  token ? { token, audiences: ['graphql', 'set_a', 'set_b'], apiKey } : undefined

/** The session that credentials belong to. Refused: UNAUTHENTICATED. */
export async function openWith(
  db: Pick<Database, 'pipeline'>,
  given: GivenCredentials,
): Promise<Session> {
  const credentials = withAudiences(given)
  const session = credentials && (await authenticate(db, credentials))
  if (!session) throw unauthenticated()
  return session
}

const needsSession = new WeakMap<OperationDefinitionNode, { introspects: boolean; any: boolean }>()

/** Whether an operation is one that anybody may run: the policy says so of each of its fields. */
export function isOpenToAnyone(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  introspection: boolean,
): boolean {
  let needs = needsSession.get(operation)
  if (!needs) {
    const names = rootFields(document, operation.selectionSet)
    const ours = names.filter((name) => !name.startsWith('__'))
    needs = {
      introspects: names.includes('__schema') || names.includes('__type'),
      any: ours.some((name) => policy[name as Operation] !== 'anyone'),
    }
    needsSession.set(operation, needs)
  }
  return !needs.any && (introspection || !needs.introspects)
}

/** Each fragment counts once: a short document can spread one in billions of ways. */
function rootFields(
  document: DocumentNode,
  set: SelectionSetNode,
  seen = new Set<string>(),
): string[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node.name.value]
    if (node.kind === Kind.INLINE_FRAGMENT) return rootFields(document, node.selectionSet, seen)
    if (seen.has(node.name.value)) return []
    seen.add(node.name.value)
    const fragment = document.definitions.find(
      (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === node.name.value,
    )
    return fragment?.kind === Kind.FRAGMENT_DEFINITION
      ? rootFields(document, fragment.selectionSet, seen)
      : []
  })
}
