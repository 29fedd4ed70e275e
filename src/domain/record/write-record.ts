import { v7 as newUuid } from 'uuid'
import type { Prisma } from '../../db/generated/prisma/client.js'
import type { Changed, Created, Domain } from '../domain.js'

type Model = keyof Prisma.TypeMap['model']

/** The columns of a table, without relations. */
type Columns<Name extends Model> = Exclude<
  Prisma.TypeMap['model'][Name]['operations']['createMany']['args']['data'],
  readonly unknown[]
>

/** The columns of a new record besides those that `insertRecord` sets. An undefined column gets its default. */
export type NewColumns<Name extends Model> = OrUndefined<Omit<Columns<Name>, 'uuid' | 'companyId'>>

/** The columns that an update sets. An undefined column keeps its value. */
export type ChangedColumns<Name extends Model> = OrUndefined<Partial<Columns<Name>>>

/** Allows undefined for each optional property. */
type OrUndefined<Fields> = {
  readonly [Name in keyof Fields]:
    Fields[Name] | (object extends Pick<Fields, Name> ? undefined : never)
}

/** Inserts a record into the viewer's company. */
export const insertRecord = <Name extends Model>(
  { prisma, viewer }: Domain,
  model: Name,
  columns: NewColumns<Name>,
): Promise<Created> =>
  delegateOf(prisma, model).create({
    data: { uuid: newUuid(), companyId: viewer.companyId, ...columns },
    select: { id: true, uuid: true },
  })

/** Updates a record of the viewer's company, which must exist. */
export const updateColumns = <Name extends Model>(
  { prisma, viewer }: Domain,
  model: Name,
  id: number,
  columns: ChangedColumns<Name>,
): Promise<Changed> =>
  delegateOf(prisma, model).update({
    where: { id, companyId: viewer.companyId },
    data: columns,
    select: { id: true },
  })

/** The methods that Prisma's delegates of all models share: TypeScript cannot call a union of them. */
interface Delegate {
  create(args: { data: object; select: { id: true; uuid: true } }): Promise<Created>
  update(args: { where: object; data: object; select: { id: true } }): Promise<Changed>
}

function delegateOf(prisma: Prisma.TransactionClient, model: Model): Delegate {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Model>
  return prisma[name] as unknown as Delegate
}
