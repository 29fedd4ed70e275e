import type { DependsOn } from '../model/noun-rules.js'
import { models, rulesOf } from '../model/models.js'
import type { RemovableModel } from '../record/require-record.js'

/** Records of `model` depend on records of the model `on`. */
export interface Dependency extends DependsOn {
  readonly model: RemovableModel
}

const all = (Object.keys(models) as RemovableModel[]).flatMap((model) =>
  (rulesOf(model).dependsOn ?? []).map((each): Dependency => ({ model, ...each })),
)

/**
 * A record cannot be removed while a record that is not removed depends on it, and cannot be restored while a record
 * that it depends on is removed. An error names dependent records that may be open or not before those that count only while open.
 */
export const dependencies: readonly Dependency[] = [
  ...all.filter(({ whileOpen }) => !whileOpen),
  ...all.filter(({ whileOpen }) => whileOpen),
]
