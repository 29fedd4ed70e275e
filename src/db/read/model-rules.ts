import type { DerivedField } from './derived.js'
import type { Figures } from './figures.js'
import type { ModelName, Relation } from './model.js'
import type { Statistics } from './statistics.js'

/** What the Prisma schema does not say about a model. */
export interface ModelRules {
  /** How many records a company has. Decides the price of a read of all of them: `graphql/operation/prices.ts`. */
  readonly size: 'large' | 'medium' | 'small'
  /** Whether the lists under a record, such as those of a type, may contain a large part of the company's records. */
  readonly hasLargeLists?: true
  /** Whether the derived fields that count may count a large part of the company's records. */
  readonly hasLargeCounts?: true
  readonly derived?: Readonly<Record<string, DerivedField>>
  /** Fields that take a filter of other records. */
  readonly figures?: Readonly<Record<string, Figures>>
  /** Relations without a foreign key. */
  readonly relations?: Readonly<Record<string, Relation>>
  /** Relations that follow others: `Asset.site` is the `site` of the asset's `zone`. */
  readonly paths?: Readonly<Record<string, readonly string[]>>
  /** Objects whose properties are fields of the record itself: by the object's name, the field of each property. */
  readonly embedded?: EmbeddedObjects
  /** The embedded objects that are null if the field of their first property is null. */
  readonly optionalObjects?: readonly string[]
  readonly about?: About
  /** The fields whose GraphQL name, the key, differs from their name in the read model, such as `risk.level`. */
  readonly graphqlNames?: Readonly<Record<string, string>>
  readonly statistics?: Statistics
}

export type EmbeddedObjects = Readonly<Record<string, Readonly<Record<string, string>>>>

/** For records that are each about a record of any model, such as entries of a log. */
export interface About {
  /** The name of the field for the record that they are about. */
  readonly field: string
  /** The fields with that record's model and UUID. */
  readonly model: string
  readonly uuid: string
  /** The name of the relation to them, which each model with UUIDs has. */
  readonly inverse: string
}

/** The rules of all models. A table of the Prisma schema without rules does not compile. */
export type Models = Readonly<Record<ModelName, ModelRules>>
