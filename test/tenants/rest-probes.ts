import type { Random } from '../../src/demo/random.js'
import { methodsOf, type OperationTable } from '../../src/http/operation.js'
import { operations as operationsOfSetA } from '../../src/set-a/operations.js'
import { operations as operationsOfSetB } from '../../src/set-b/operations.js'
import type { FullCompany } from '../graphql/full-company.js'
import { withValueAt } from '../graphql/mutations/input-fields.js'
import { requestOf as requestOfSetA } from '../set-a/requests.js'
import { bearerOf, send as sendToSetA } from '../set-a/rest.js'
import { requestOf as requestOfSetB } from '../set-b/requests.js'
import { pairOf, send as sendToSetB } from '../set-b/rest.js'
import type { RestRequest } from '../support/rest.js'
import { type ForeignValues, oneOf } from './foreign-values.js'
import type { Target } from './target.js'

type RequestOf = (
  name: string,
  path: string,
  company: FullCompany,
) => RestRequest & { path: string }

interface RestSet {
  readonly name: string
  readonly operations: OperationTable<never>
  readonly requestOf: RequestOf
  readonly send: typeof sendToSetA
  readonly headers: Readonly<Record<string, string>>
  readonly foreignIds: readonly (string | number)[]
}

/** A target for each parameter of a path, each query parameter, and each field of a body, of both REST sets. */
export async function restTargets(ours: FullCompany, theirs: ForeignValues): Promise<Target[]> {
  const sets: RestSet[] = [
    {
      name: 'Set A',
      operations: operationsOfSetA,
      requestOf: requestOfSetA,
      send: sendToSetA,
      headers: await bearerOf(ours.admin),
      foreignIds: theirs.integerIds,
    },
    {
      name: 'Set B',
      operations: operationsOfSetB,
      requestOf: requestOfSetB,
      send: sendToSetB,
      headers: await pairOf(ours.admin),
      foreignIds: theirs.uuids,
    },
  ]
  return sets.flatMap((set) => targetsOf(set, ours, theirs))
}

function targetsOf(set: RestSet, ours: FullCompany, theirs: ForeignValues): Target[] {
  const { operations, requestOf, send, headers, foreignIds } = set
  return operations.flatMap(([name, methods, path, access, , { query }]) => {
    if (access === 'login') return []
    const [method = 'GET'] = methodsOf(methods)
    const call = async (given: RestRequest, at: string) => {
      const { status, body } = await send(method, at, { ...given, headers })
      return { status, text: JSON.stringify(body ?? null) }
    }
    const target = (place: string, probe: Target['probe']) => ({
      name: `${set.name} ${name} ${place}`,
      probe,
    })
    const inPath = /\{\w+\}/.test(path)
      ? [
          target('path', async (random) => {
            const at = path.replace(/\{\w+\}/, String(oneOf(random, foreignIds)))
            const { status, text } = await call(requestOf(name, path, ours), at)
            if (status === 200 && !isEmptyPage(text)) throw new Error(`expected no record: ${text}`)
            return text
          }),
        ]
      : []
    const shape = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
    const inQuery = shape.map((key) =>
      target(`query ${key}`, async (random) => {
        const request = requestOf(name, path, ours)
        const value = String(oneOf<string | number>(random, [...foreignIds, ...theirs.texts]))
        return (await call({ query: { ...request.query, [key]: value } }, request.path)).text
      }),
    )
    const { body } = requestOf(name, path, ours)
    const inBody = idPaths(body, ours).map((place) =>
      target(`body ${place.join('.')}`, async (random: Random) => {
        const request = requestOf(name, path, ours)
        const changed = withValueAt(request.body as object, place, oneOf(random, foreignIds))
        const { status, text } = await call({ body: changed }, request.path)
        if (status < 400) throw new Error(`expected an error, got ${status} ${text}`)
        return text
      }),
    )
    return [...inPath, ...inQuery, ...inBody]
  })
}

const isEmptyPage = (text: string) => /"data":\[\]/.test(text)

/** The paths in a body to ids of the company's records. */
function idPaths(body: unknown, ours: FullCompany): string[][] {
  const records = [...Object.values(ours), ...Object.values(ours.users)] as unknown[]
  const ids = new Set<unknown>(
    records.flatMap((record) => {
      const { id, uuid } = (record ?? {}) as { id?: unknown; uuid?: unknown }
      return [id, uuid].filter((each) => each !== undefined)
    }),
  )
  const visit = (value: unknown, path: string[]): string[][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, below]) => visit(below, [...path, key]))
      : ids.has(value)
        ? [path]
        : []
  return visit(body, [])
}
