import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import generatorHelper, { type DMMF } from '@prisma/generator-helper'

/*
 * A Prisma generator: writes the tables, columns and relations of all models for the read engine. In a relation, field
 * `own` of the model equals field `other` of the related model. The company's column is not part of this key, because
 * the read engine compares it with the viewer's company in every table.
 */

const COMPANY = 'companyId'

const columnOf = (field: DMMF.Field) => field.dbName ?? field.name

function describeModel(model: DMMF.Model, models: readonly DMMF.Model[]) {
  const columns: Record<string, string> = {}
  const relations: Record<
    string,
    { kind: 'one' | 'many'; model: string; own: string; other: string }
  > = {}

  for (const field of model.fields) {
    if (field.kind !== 'object') {
      columns[field.name] = columnOf(field)
      continue
    }
    const key = keyOf(model, field, models)
    if (key)
      relations[field.name] = { kind: field.isList ? 'many' : 'one', model: field.type, ...key }
  }
  const tenant = model.name === 'Company' ? 'id' : (columns[COMPANY] ?? null)
  return { table: model.dbName ?? model.name, tenant, columns, relations }
}

/** The fields of a relation's key on both sides, without the company's. */
function keyOf(model: DMMF.Model, field: DMMF.Field, models: readonly DMMF.Model[]) {
  const there = models.find((candidate) => candidate.name === field.type)
  const opposite = there?.fields.find(
    (candidate) => candidate.relationName === field.relationName && candidate !== field,
  )
  const [own, other] = field.relationFromFields?.length
    ? [field.relationFromFields, field.relationToFields]
    : [opposite?.relationToFields, opposite?.relationFromFields]
  const pairs = (own ?? [])
    .map((name, index) => ({ own: name, other: other?.[index] ?? '' }))
    .filter((pair, _, all) => all.length === 1 || (pair.own !== COMPANY && pair.other !== COMPANY))
  if (pairs.length !== 1)
    throw new Error(`${model.name}.${field.name}: expected a key of one field`)
  return pairs[0]
}

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: 'Read model', defaultOutput: '../src/db/generated' }),
  onGenerate: ({ dmmf, generator }) => {
    const { models } = dmmf.datamodel
    const described = Object.fromEntries(
      models.map((model) => [model.name, describeModel(model, models)]),
    )
    const folder = generator.output?.value ?? '.'
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'read-model.ts'),
      `// Written by prisma/read-model-generator.ts from prisma/schema.prisma.\nexport const readModel = ${JSON.stringify(described, null, 2)} as const\n`,
    )
    return Promise.resolve()
  },
})
