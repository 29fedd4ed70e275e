import type { Prisma } from '../../db/generated/prisma/client.js'
import type { DerivedField } from '../../db/read/derived.js'
import type { ModelName } from '../../db/read/model.js'
import type { models } from './models.js'

/*
 * Types with which the compiler checks the names in a selection, and the types of their values. Names of the model
 * `Asset` are its columns and derived fields (`code`, `status`), its relations (`risk`, `documents`, and its
 * `paths`), and the fields of its relations to one record (`risk.level`).
 */

/** The types of a model's columns, by field name. */
export type RecordOf<Model extends ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars']

/** A record that a selection reads. Only its model is known: which properties it has is only known at run time. */
export interface SelectedRecord<Model extends ModelName> {
  readonly [selected]?: Model
}
declare const selected: unique symbol

type Relations<Model extends ModelName> = ForeignKeys<Model> &
  ((typeof models)[Model] extends { paths: infer Paths } ? Through<Model, Paths> : unknown)

type ForeignKeys<Model extends ModelName> = Prisma.TypeMap['model'][Model]['payload']['objects']

/** The relations that pass through another one. */
type Through<Model extends ModelName, Paths> = {
  [Name in keyof Paths]: Paths[Name] extends readonly [infer First, infer Last]
    ? Step<ForeignKeys<Model>[First & keyof ForeignKeys<Model>], Last>
    : never
}

/** The payload of the relation `Name`, whether `Payload` is a record, a record or null, or an array of records. */
type Step<Payload, Name> = Payload extends readonly (infer Item)[]
  ? readonly Step<Item, Name>[]
  : Payload extends { objects: infer Objects }
    ? Objects[Name & keyof Objects]
    : Payload

/** The model of a relation's payload: a record, a record or null, or an array of records. */
type ModelOf<Payload> = Payload extends readonly (infer Item)[]
  ? ModelOf<Item>
  : Payload extends { name: infer Name extends ModelName }
    ? Name
    : never

type Related<Payload> = Payload extends readonly unknown[]
  ? readonly SelectedRecord<ModelOf<Payload>>[]
  : Payload extends null
    ? null
    : SelectedRecord<ModelOf<Payload>>

type Fields<Model extends ModelName> = RecordOf<Model> &
  ((typeof models)[Model] extends { derived: infer Derived } ? Values<Derived> : unknown)

type Values<Derived> = {
  [Name in keyof Derived]: Derived[Name] extends DerivedField<infer Value> ? Value : never
}

type RelationToOne<Model extends ModelName> = {
  [Name in keyof Relations<Model>]: Relations<Model>[Name] extends readonly unknown[] ? never : Name
}[keyof Relations<Model>] &
  string

type Field<Model extends ModelName> = keyof Fields<Model> & string

/** Each name that a selection of a model can have: `code`, `risk`, `risk.level`. */
export type Selectable<Model extends ModelName> =
  | Field<Model>
  | (keyof Relations<Model> & string)
  | {
      [
        Name in RelationToOne<Model>
      ]: `${Name}.${Field<ModelOf<Relations<Model>[Name & keyof Relations<Model>]>>}`
    }[RelationToOne<Model>]

/** The type of the value that a name selects. */
export type Selected<Model extends ModelName, Name> = Name extends keyof Fields<Model>
  ? Fields<Model>[Name]
  : Name extends keyof Relations<Model>
    ? Related<Relations<Model>[Name & keyof Relations<Model>]>
    : Name extends `${infer To extends RelationToOne<Model>}.${infer Last}`
      ? SelectedOfRelated<Relations<Model>[To & keyof Relations<Model>], Last>
      : never

type SelectedOfRelated<Payload, Name> =
  Name extends Field<ModelOf<Payload>>
    ? Fields<ModelOf<Payload>>[Name & keyof Fields<ModelOf<Payload>>] | Extract<Payload, null>
    : never
