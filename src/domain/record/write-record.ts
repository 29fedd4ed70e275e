import { v7 as newUuid } from 'uuid'
import type { Prisma } from '../../db/generated/prisma/client.js'
import type { Changed, Created, Domain } from '../domain.js'
import type { RemovableModel } from './require-record.js'

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

/** Inserts a record into the viewer's company. */
export const insertRecord = <Model extends Prisma.ModelName>(
  { prisma, viewer }: Domain,
  model: Model,
  data: NewData<Model>,
): Promise<Created> =>
  delegateOf(prisma, model).create({
    data: { ...data, uuid: newUuid(), companyId: viewer.companyId },
    select: { id: true, uuid: true },
  })

/**
 * Updates an existing record of the viewer's company. Sets `updatedAt` even if only rows of other tables change, such
 * as links: clients that synchronize a copy filter by `updatedAt`.
 */
export const changeRecord = <Model extends RemovableModel>(
  { prisma, viewer, now }: Domain,
  model: Model,
  id: number,
  data: ChangedData<Model>,
): Promise<Changed> =>
  delegateOf(prisma, model).update({
    where: { companyId_id: { companyId: viewer.companyId, id } },
    data: { ...data, updatedAt: now() },
    select: { id: true },
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
