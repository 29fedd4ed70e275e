import { readModel } from '../generated/read-model.js'
import { bucketObject, groupModel } from './group-model.js'
import { type Model, type ModelName, modelOf, type Relation, type SourceName } from './model.js'
import type { ModelRules, Models } from './model-rules.js'
import type { Statistics } from './statistics.js'

/*
 * The models of the read engine: those of the Prisma schema, and one for each kind of groups of records. The engine
 * does not depend on the name of a model. The domain hands in the rules of all models at start (`useModels`), before
 * any statement is compiled: `domain/model/models.ts` does so when it is loaded.
 */

type Rules = Partial<ModelRules>

let rules: ReadonlyMap<string, Rules> | undefined
const groups = new Map<string, Model>()
/** The relations that each model with UUIDs has: see `About`. */
const inverses = new Map<string, Relation>()

/** Hands in the rules of all models. Throws if a model has no rules, or if they do not say how large the table is. */
export function useModels(models: Models): void {
  const given = new Map<string, Rules>(Object.entries(models))
  const missing = Object.keys(readModel).filter((name) => !given.get(name)?.size)
  if (missing.length > 0) {
    throw new Error(`expected the rules and the size of ${missing.join(', ')}`)
  }
  for (const [name, { about, statistics }] of Object.entries(models)) {
    if (statistics) {
      groups.set(`${name}Group`, groupModel(statistics))
      given.set(`${name}Group`, { embedded: bucketObject })
    }
    const model = name as ModelName
    if (about) inverses.set(about.inverse, { kind: 'many', model, own: 'uuid', other: about.uuid })
  }
  rules = given
}

/** The rules of a model, or of a group of records; undefined for any other name. */
export function findRules(name: string): Rules | undefined {
  if (!rules) throw new Error('expected rules of models: import domain/model/models.ts first')
  return rules.get(name)
}

/** The statistics of a model. Throws if it has none. */
export function statisticsOf(name: ModelName): Statistics {
  const statistics = findRules(name)?.statistics
  if (!statistics) throw new Error(`expected a model with statistics, got ${name}`)
  return statistics
}

/**
 * The field with the id of the parent of the records that statistics are about: the company's id, or the field of the
 * key for this parent. Throws if there is no such key.
 */
export function parentFieldOf(model: ModelName, parent: ModelName): string {
  if (modelOf(parent).tenant === 'id') return 'companyId'
  const key = Object.values(statisticsOf(model).keys).find(({ record }) => record === parent)
  if (!key) throw new Error(`expected a key for ${parent} in the statistics of ${model}`)
  return key.by
}

/** The model of records, or of groups of records. */
export function sourceOf(name: SourceName): Model {
  if (name in readModel) return modelOf(name as ModelName)
  const group = groups.get(name)
  if (!group) throw new Error(`expected a model, got ${name}`)
  return group
}

function relationOf(from: SourceName, name: string): Relation | undefined {
  const { relations, columns } = sourceOf(from)
  const inverse = 'uuid' in columns ? inverses.get(name) : undefined
  return inverse ?? relations[name] ?? findRules(from)?.relations?.[name]
}

/** The relations to follow for a relation's name; undefined if the model does not have it. */
export function relationPath(model: SourceName, name: string): readonly Relation[] | undefined {
  const names = findRules(model)?.paths?.[name] ?? [name]
  const steps: Relation[] = []
  let from: SourceName = model
  for (const step of names) {
    const relation = relationOf(from, step)
    if (!relation) return undefined
    steps.push(relation)
    from = relation.model
  }
  return steps
}
