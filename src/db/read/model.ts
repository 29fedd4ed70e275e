import { readModel } from '../generated/read-model.js'

export type ModelName = keyof typeof readModel

/** The name of the model of groups of records. */
export type GroupName = `${ModelName}Group`

/** What a selection can be compiled for: a record, or a group of records. */
export type SourceName = ModelName | GroupName

/** A relation: field `own` of a record equals field `other` of the related `model`, in the same company. */
export interface Relation {
  readonly kind: 'one' | 'many'
  readonly model: ModelName
  readonly own: string
  readonly other: string
  /** For a relation to many: an SQL condition on the record, without which it has no related records. */
  readonly given?: (record: ColumnOf, company: string) => string
  /**
   * For a relation to many: a further SQL condition on the related record and the record. The arguments return the SQL of the
   * column of a field.
   */
  readonly also?: (related: ColumnOf, record: ColumnOf) => string
}

type ColumnOf = (field: string) => string

/** The parent of the records: its model, the name of its relation to them, and the SQL of its id. */
export interface Parent {
  readonly model: ModelName
  readonly relation: string
  readonly id: string
}

export interface Model {
  readonly table: string
  /** The column with the company's id; null if the table has no company, like `risk`. */
  readonly tenant: string | null
  /** Column names, by field name. */
  readonly columns: Readonly<Record<string, string>>
  readonly relations: Readonly<Record<string, Relation>>
}

/** The model as generated from the Prisma schema. */
export const modelOf = (name: ModelName): Model => readModel[name]
