import { type GraphQLSchema, isObjectType } from 'graphql'
import { createSchema } from '../src/graphql/schema/build-schema.js'
import { operations as operationsOfSetA } from '../src/set-a/operations.js'
import { operations as operationsOfSetB } from '../src/set-b/operations.js'
import { graphFieldsOf, inputFieldsOf } from './field-map/graph-fields.js'
import { type RestMutation, restMutationsOf } from './field-map/rest-bodies.js'
import { restFieldsOf } from './field-map/rest-records.js'

/** The file with, for each GraphQL field, the fields of the REST APIs Set A and Set B with the same value. */
export const FIELD_MAP = 'docs/field-map.md'

type Row = readonly [graph: string, setA: readonly string[], setB: readonly string[]]

/** The text of the file. */
export async function fieldMap(): Promise<string> {
  const schema = createSchema()
  return `# Field map

Which field of GraphQL has the same value as which fields of the REST sets. Generated from the code by \`npm run generate\`;
fields that only one of the interfaces has are left out.

## Records

A relation of GraphQL (\`Job.site\`) stands for the related record, its id and its fields. GraphQL's \`id\` is the UUID of
a record; \`databaseId\` is its integer id.

${table(await recordRows(schema))}

## Inputs and payloads of mutations

${table(mutationRows(schema))}
`
}

async function recordRows(schema: GraphQLSchema): Promise<Row[]> {
  const sets = [await restFieldsOf('set-a'), await restFieldsOf('set-b')] as const
  return graphFieldsOf(schema).map(({ path, model, matches }) => {
    const [setA, setB] = sets.map((fields) =>
      fields
        .filter((field) => field.model === model && matches(field.from))
        .map((each) => each.path),
    )
    return [path, setA ?? [], setB ?? []]
  })
}

function mutationRows(schema: GraphQLSchema): Row[] {
  const setA = restMutationsOf(operationsOfSetA)
  const setB = restMutationsOf(operationsOfSetB)
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {}).sort()
  return mutations.flatMap((mutation): Row[] => {
    const prefix = mutation.charAt(0).toUpperCase() + mutation.slice(1)
    const payload = schema.getType(`${prefix}Payload`)
    const found = (
      set: readonly RestMutation[],
      find: (each: RestMutation) => string | undefined,
    ) => set.filter((each) => each.mutation === mutation).flatMap((each) => find(each) ?? [])
    const row = (path: string, find: (each: RestMutation) => string | undefined): Row => [
      path,
      found(setA, find),
      found(setB, find),
    ]
    return [
      ...inputFieldsOf(schema, `${prefix}Input`).map((path) =>
        row(`${prefix}Input.${path.join('.')}`, (each) => each.bodyFieldFor(path)),
      ),
      ...Object.keys(isObjectType(payload) ? payload.getFields() : {}).map((field) =>
        row(`${prefix}Payload.${field}`, (each) => each.answerFieldFor(field)),
      ),
    ]
  })
}

function table(rows: readonly Row[]): string {
  const cell = (paths: readonly string[]) => paths.map((path) => `\`${path}\``).join(', ')
  const lines = rows
    .filter(([, setA, setB]) => setA.length + setB.length > 0)
    .map(([graph, setA, setB]) => `| ${cell([graph])} | ${cell(setA)} | ${cell(setB)} |`)
  return ['| GraphQL | Set A | Set B |', '| --- | --- | --- |', ...lines].join('\n')
}
