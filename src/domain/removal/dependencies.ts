import type { ModelName } from '../../db/read/model.js'
import { models, rulesOf } from '../model/models.js'
import type { DependsOn } from '../model/noun-rules.js'

/** Records of `model` depend on records of the model `on`. */
export interface Dependency extends DependsOn {
  readonly model: ModelName
}

const all = (Object.keys(models) as ModelName[]).flatMap((model) =>
  (rulesOf(model).dependsOn ?? []).map((each): Dependency => ({ model, ...each })),
)

/**
 * A record cannot be removed while a record that is not removed depends on it, and cannot be restored while a record
 * that it depends on is removed. Records that depend always come before those that depend only while they are open: errors
 * name them in this order.
 */
export const dependencies: readonly Dependency[] = [
  ...all.filter(({ whileOpen }) => !whileOpen),
  ...all.filter(({ whileOpen }) => whileOpen),
]

export const dependenciesOn = (model: string): readonly Dependency[] =>
  dependencies.filter(({ on }) => on === model)
