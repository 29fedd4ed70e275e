import { isDeepStrictEqual } from 'node:util'
import { v7 as newUuid } from 'uuid'
import { Prisma } from '../../db/generated/prisma/client.js'
import { modelOf } from '../../db/read/model.js'
import { type Changed, type Created, type TransactionDomain } from '../domain.js'
import { Sent, type WrittenKey } from './sent.js'
import type { LockableModel } from './require-record.js'

type Operations = { [Model in Prisma.ModelName]: Prisma.TypeMap['model'][Model]['operations'] }

/** The data of a new record, without the fields that `insertRecord` adds. An undefined field gets its default. */
export type NewData<Model extends Prisma.ModelName> = OrUndefined<
  Omit<
    Extract<Operations[Model]['create']['args']['data'], { companyId: number }>,
    'uuid' | 'companyId'
  >
>

/** The data of an update. An undefined field keeps its value. */
export type ChangedData<Model extends Prisma.ModelName> = OrUndefined<
  Operations[Model]['update']['args']['data']
>

/** Allows undefined for each optional property. */
type OrUndefined<Fields> = {
  readonly [Name in keyof Fields]:
    Fields[Name] | (object extends Pick<Fields, Name> ? undefined : never)
}

/** Data whose values may still be looked up. */
export type Pending<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] | Promise<Fields[Name]>
}

/** Waits for the values. Lookups that have been started together share a round trip. */
export async function settled<Fields extends object>(fields: Pending<Fields>): Promise<Fields> {
  const values = await Promise.all(Object.values<unknown>(fields))
  return Object.fromEntries(Object.keys(fields).map((name, at) => [name, values[at]])) as Fields
}

/** Inserts a record into the viewer's company. */
export const insertRecord = <Model extends Prisma.ModelName>(
  { prisma, viewer }: TransactionDomain,
  model: Model,
  data: NewData<Model>,
  uuid = newUuid(),
): Promise<Created> =>
  delegateOf(prisma, model).create({
    data: { ...data, uuid, companyId: viewer.companyId },
    select: { id: true, uuid: true },
  })

/** The same for the last write of a transaction. */
export function sendInsert<Model extends Prisma.ModelName>(
  tx: TransactionDomain,
  model: Model,
  data: NewData<Model>,
): Promise<Created | Sent<Created>> {
  const uuid = newUuid()
  const writing = insertRecord(tx, model, data, uuid)
  return isOneRow(model, data) ? send(tx, { uuid }, writing) : writing
}

/** Whether the data has no rows of other tables, which Prisma's client writes with further statements. */
function isOneRow(model: Prisma.ModelName, data: object): boolean {
  const { columns } = modelOf(model)
  return Object.entries(data).every(([field, value]) => value === undefined || field in columns)
}

/** Resolves as soon as Prisma's client has sent a write of one statement. */
export async function send<Result extends Changed>(
  { db }: TransactionDomain,
  key: WrittenKey,
  writing: Promise<Result>,
): Promise<Sent<Result>> {
  await Promise.race([db.nextOfPrisma(), writing])
  return new Sent(key, writing)
}

/**
 * Updates a record of the viewer's company that the transaction has locked. If no value changes, writes nothing, so that
 * `updatedAt` stays as it is: clients compare it with that of their copy. `partsChanged`: rows of other tables that are a
 * part of the record, such as links, have changed, so `updatedAt` must change too.
 */
export async function changeRecord<Model extends LockableModel>(
  { prisma, viewer, now }: TransactionDomain,
  model: Model,
  locked: Changed,
  data: ChangedData<Model>,
  { partsChanged = false } = {},
): Promise<Changed> {
  const { id } = locked
  if (!partsChanged && !changes(locked, data)) return { id }
  return delegateOf(prisma, model).update({
    where: { companyId_id: { companyId: viewer.companyId, id } },
    data: { ...data, updatedAt: now() },
    select: { id: true },
  })
}

/** The same for the last write of a transaction. */
export async function sendChange<Model extends LockableModel>(
  tx: TransactionDomain,
  model: Model,
  locked: Changed,
  data: ChangedData<Model>,
  { partsChanged = false } = {},
): Promise<Changed | Sent<Changed>> {
  const key = { id: locked.id }
  if (!partsChanged && !changes(locked, data)) return key
  const writing = changeRecord(tx, model, locked, data, { partsChanged: true })
  return isOneRow(model, data) ? send(tx, key, writing) : writing
}

/** Whether the new values differ from those of the locked record. An undefined value changes nothing. */
export const changes = (locked: object, data: object): boolean =>
  Object.entries(data as Record<string, unknown>).some(([field, value]) => {
    const stored = value === Prisma.DbNull ? null : value
    return (
      value !== undefined && !isDeepStrictEqual(stored, (locked as Record<string, unknown>)[field])
    )
  })

/** The methods of any model's Prisma delegate. TypeScript cannot call a method of the union of all delegates. */
interface Delegate {
  create(args: { data: object; select: { id: true; uuid: true } }): Promise<Created>
  update(args: { where: object; data: object; select: { id: true } }): Promise<Changed>
}

function delegateOf(prisma: Prisma.TransactionClient, model: Prisma.ModelName): Delegate {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Prisma.ModelName>
  return prisma[name] as unknown as Delegate
}
