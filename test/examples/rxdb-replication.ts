import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb'
import { replicateGraphQL } from 'rxdb/plugins/replication-graphql'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'

/* A copy of the assets of a company in RxDB, by RxDB's own replication over GraphQL. */

export interface AssetDocument {
  readonly id: string
  readonly zoneId: string
  readonly typeId: string
  readonly code: string
  readonly updatedAt: string
}

/** Where the copy goes on: in the list, from a page to the next, and then in the feed. */
interface Checkpoint {
  readonly cursor: string
  readonly listed: string | null
  readonly isListed: boolean
}

const schema: RxJsonSchema<AssetDocument> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 36 },
    zoneId: { type: 'string' },
    typeId: { type: 'string' },
    code: { type: 'string' },
    updatedAt: { type: 'string' },
  },
  required: ['id', 'zoneId', 'typeId', 'code'],
}

const FIELDS = 'id code updatedAt zone { id } type { id }'

/** The first page of the list, with the cursor of the feed from before it. */
const LIST = `query List($after: String, $first: Int!) {
  changes { cursor }
  assets(first: $first, after: $after) { nodes { ${FIELDS} } pageInfo { endCursor hasNextPage } }
}`

const CHANGES = `query Changes($after: String!, $first: Int!) {
  changes(after: $after, types: [ASSET], first: $first) {
    cursor hasMore changes { recordId action record { ... on Asset { ${FIELDS} } } }
  }
}`

interface Node {
  readonly id: string
  readonly code: string
  readonly updatedAt: string
  readonly zone: { readonly id: string }
  readonly type: { readonly id: string }
}

interface Pulled {
  readonly changes: {
    readonly cursor: string
    readonly hasMore?: boolean
    readonly changes?: readonly {
      readonly recordId: string
      readonly action: string
      readonly record: Node | null
    }[]
  }
  readonly assets?: {
    readonly nodes: readonly Node[]
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean }
  }
}

const documentOf = ({ zone, type, ...node }: Node) => ({
  ...{ id: node.id, code: node.code, updatedAt: node.updatedAt },
  ...{ zoneId: zone.id, typeId: type.id, _deleted: false },
})

const removed = (id: string) => ({
  ...{ id, code: '', zoneId: '', typeId: '', updatedAt: '', _deleted: true },
})

/** An update of the device, and that of another user, which came first. */
export interface Conflict {
  readonly ours: string
  readonly theirs: string
}

export async function createCopy(name: string, conflicts: Conflict[]) {
  const database = await createRxDatabase({
    ...{ name, storage: getRxStorageMemory(), multiInstance: false, eventReduce: true },
  })
  const { assets } = await database.addCollections<{ assets: RxCollection<AssetDocument> }>({
    assets: {
      schema,
      conflictHandler: {
        isEqual: (a, b) =>
          a.updatedAt === b.updatedAt && a.code === b.code && a._deleted === b._deleted,
        // The record of the service stays, and the user decides.
        resolve: ({ newDocumentState, realMasterState }) => {
          conflicts.push({ ours: newDocumentState.code, theirs: realMasterState.code })
          return Promise.resolve(realMasterState)
        },
      },
    },
  })
  return { database, assets }
}

interface PushRow {
  readonly newDocumentState: AssetDocument & { readonly _deleted: boolean }
  readonly assumedMasterState?: AssetDocument | undefined
}

/** One mutation for each row, in their order. */
function pushed(rows: readonly PushRow[]) {
  const variables: Record<string, object> = {}
  const fields = rows.map(({ newDocumentState: row, assumedMasterState: before }, index) => {
    const { id, code, zoneId, typeId } = row
    const asset = `{ asset { ${FIELDS} } userErrors { code message } }`
    variables[`i${index}`] = before
      ? { id, code, zoneId, typeId, expectedUpdatedAt: before.updatedAt }
      : { id, code, zoneId, typeId }
    return `a${index}: ${before ? 'updateAsset' : 'createAsset'}(input: $i${index}) ${asset}`
  })
  const types = rows.map(({ assumedMasterState: before }, index) => {
    return `$i${index}: ${before ? 'UpdateAssetInput' : 'CreateAssetInput'}!`
  })
  return { query: `mutation (${types.join(', ')}) { ${fields.join('\n')} }`, variables }
}

interface Payload {
  readonly asset: Node | null
  readonly userErrors: readonly { readonly code: string; readonly message: string }[]
}

/** The records of the service that a row was in conflict with. Their new `updatedAt` also makes RxDB take them over. */
const inConflict = (data: Readonly<Record<string, Payload>>) =>
  Object.values(data).map(({ asset, userErrors: [error] }) => {
    if (!asset) throw new Error(error?.message)
    return documentOf(asset)
  })

/** `send` is `fetch`, or a network that fails. */
export function replicate(
  assets: RxCollection<AssetDocument>,
  url: string,
  headers: Record<string, string>,
  send: typeof fetch,
) {
  const post = async (query: string, variables: object): Promise<Pulled> => {
    const body = JSON.stringify({ query, variables })
    const answer = await send(url, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body },
    })
    const { data, errors } = (await answer.json()) as { data: Pulled; errors?: object[] }
    if (errors) throw errors as unknown as Error
    return data
  }

  const pulled = async (data: Pulled, checkpoint?: Checkpoint) => {
    const { changes, assets: list } = data
    if (list) {
      const { endCursor, hasNextPage } = list.pageInfo
      return {
        documents: list.nodes.map(documentOf),
        checkpoint: {
          cursor: checkpoint?.cursor ?? changes.cursor,
          ...{ listed: endCursor, isListed: !hasNextPage },
        },
      }
    }
    const documents = (changes.changes ?? []).map(({ recordId, record }) =>
      record ? documentOf(record) : removed(recordId),
    )
    const next = { cursor: changes.cursor, listed: null, isListed: true }
    // RxDB ends a pull at an empty page, and forgets its checkpoint.
    if (documents.length > 0 || !changes.hasMore) return { documents, checkpoint: next }
    return pulled(await post(CHANGES, { after: next.cursor, first: 100 }), next)
  }

  return replicateGraphQL<AssetDocument, Checkpoint>({
    collection: assets,
    replicationIdentifier: `assets of ${url}`,
    url: { http: url },
    headers,
    fetch: send,
    live: true,
    retryTime: 200,
    pull: {
      // A page with at least one document is followed by the next one.
      batchSize: 1,
      dataPath: 'data',
      queryBuilder: (checkpoint) =>
        checkpoint?.isListed
          ? { query: CHANGES, variables: { after: checkpoint.cursor, first: 100 } }
          : { query: LIST, variables: { after: checkpoint?.listed ?? null, first: 2 } },
      responseModifier: (data: unknown, _, checkpoint) => pulled(data as Pulled, checkpoint),
    },
    push: {
      batchSize: 10,
      dataPath: 'data',
      queryBuilder: (rows) => pushed(rows),
      responseModifier: (data: unknown) =>
        Promise.resolve(inConflict(data as Record<string, Payload>)),
    },
  })
}
