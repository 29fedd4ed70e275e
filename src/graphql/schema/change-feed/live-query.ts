import { type FieldNode, type GraphQLObjectType, Kind, visit } from 'graphql'
import { validate as isUuid } from 'uuid'
import type { Condition } from '../../../db/read/filter.js'
import type { Role, Viewer } from '../../../domain/access/viewer.js'
import { FEED_MODELS, type FeedModel } from '../../../domain/change-feed/live-records.js'
import type { LogPosition } from '../../../domain/change-feed/read-changes.js'
import { type Combined, conditionsOf } from '../../../domain/listing/listing.js'
import { listingOf } from '../../../domain/registry/listings.js'
import { badInput } from '../../errors.js'
import { refuseManyFilters } from '../../operation/paged-fields.js'
import type { PreparedRequest } from '../../operation/prepared-request.js'
import { decodeChangeCursor } from './change-cursor.js'

/** The types of the records of each subscription. */
const MODELS: Readonly<Record<string, readonly FeedModel[]>> = {
  changes: FEED_MODELS,
  assetChanged: ['Asset'],
  inspectionRecorded: ['Inspection'],
  jobChanged: ['Job'],
  siteChanged: ['Site'],
}

/** Which changes a subscription wants. */
export interface LiveQuery {
  /** The response key of its field. */
  readonly key: string
  readonly role: Role
  readonly after: LogPosition | undefined
  /** The variable with the cursor, if nothing else uses it: subscriptions that differ in its value only have the same events. */
  readonly afterVariable: string | undefined
  readonly types: readonly FeedModel[]
  /** The only record, by its UUID in lower case. */
  readonly recordId: string | undefined
  /** The conditions of the filter. They need one type of records. */
  readonly where: readonly Condition[]
  /** Whether records that were removed, or do not match, are left out. */
  readonly onlyLive: boolean
}

/** Reads the arguments of a subscription. Throws BAD_USER_INPUT, and RESYNC if the cursor is of another role. */
export function liveQueryOf(request: PreparedRequest, viewer: Viewer): LiveQuery {
  const root = request.schema.getSubscriptionType() as GraphQLObjectType
  const [field] = request.selection.fieldsOf(root)
  if (!field) throw badInput('The subscription selects no field.', 'subscription')
  const argument = (name: string) => request.argument(field, name) ?? undefined
  const models = MODELS[field.name]
  if (!models) throw badInput(`There are no events of ${field.name}.`, field.name)
  const after = argument('after') as string | undefined
  const id = argument('id') as string | undefined
  if (id !== undefined && !isUuid(id)) throw badInput('id must be a UUID.', 'id')
  const filter = argument('filter')
  return {
    key: field.key,
    role: viewer.role,
    afterVariable: afterVariableIn(request, field.node),
    after: after === undefined ? undefined : decodeChangeCursor(viewer.role, after),
    types: (argument('types') as FeedModel[] | undefined) ?? models,
    recordId: id?.toLowerCase(),
    where: filter ? conditionsIn(filter, models[0] ?? 'Asset') : [],
    onlyLive: field.name === 'inspectionRecorded',
  }
}

function afterVariableIn({ operation }: PreparedRequest, root: FieldNode): string | undefined {
  const value = root.arguments?.find(({ name }) => name.value === 'after')?.value
  if (value?.kind !== Kind.VARIABLE) return undefined
  const name = value.name.value
  let uses = 0
  visit(operation.document, {
    Variable(node) {
      if (node.name.value === name) uses += 1
    },
  })
  // One of them is its definition.
  return uses === 2 ? name : undefined
}

function conditionsIn({ removed, ...filter }: Combined<object>, model: FeedModel): Condition[] {
  if (removed) throw badInput('A subscription does not have the filter removed.', 'filter')
  refuseManyFilters(filter)
  return conditionsOf(listingOf(model), filter)
}
