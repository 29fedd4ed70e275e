import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql'
import { format, resolveConfig } from 'prettier'
import { stringify } from 'yaml'
import { options } from '../codegen.js'

const FOLDER = 'examples/clients'
const NOTE = 'Generated from schema.graphql: npm run generate.'

/**
 * What clients need to know about the types of `schema.graphql`: the policies of Apollo's cache, the keys of graphcache, and
 * `.graphqlrc.yml` for editors and GraphQL Code Generator. The texts of the files, by their paths.
 */
export async function clientConfiguration(): Promise<Record<string, string>> {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const objects = types.filter(isObjectType)
  const embedded = objects.filter((type) => !('id' in type.getFields()) && !roots.includes(type))
  // An object in a list has no fixed place in which it could keep fields.
  const single = new Set(
    objects
      .filter(({ name }) => !/(Edge|Payload)$/.test(name))
      .flatMap((type) => Object.values(type.getFields()))
      .filter(({ type }) => !isListType(getNullableType(type)))
      .map(({ type }) => getNamedType(type).name),
  )
  const merged = embedded.filter(({ name }) => single.has(name))
  const interfaces = types
    .filter(isInterfaceType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)] as const)
  const mapOf = (all: readonly { name: string }[], value: string) =>
    `{ ${all.map(({ name }) => `${name}: ${value}`).join(', ')} }`

  return {
    [`${FOLDER}/cache/apollo-policies.ts`]: await typescript(`
      import type { PossibleTypesMap, TypePolicies } from '@apollo/client'

      /** An object without an id: the fields of several queries are kept together. */
      const MERGED = { keyFields: false, merge: true } as const

      export const typePolicies: TypePolicies = ${mapOf(merged, 'MERGED')}

      /** For fragments on interfaces. */
      export const possibleTypes: PossibleTypesMap = ${JSON.stringify(Object.fromEntries(interfaces))}`),
    [`${FOLDER}/cache/graphcache-keys.ts`]: await typescript(`
      import type { KeyingConfig } from '@urql/exchange-graphcache'

      /** An object without an id belongs to the record that contains it. */
      const EMBEDDED = () => null

      export const keys: KeyingConfig = ${mapOf(embedded, 'EMBEDDED')}`),
    [`${FOLDER}/.graphqlrc.yml`]: `# ${NOTE} Copy it, and schema.graphql, to the root of your project.\n${stringify(
      {
        schema: 'schema.graphql',
        documents: 'src/**/*.{graphql,ts,tsx}',
        extensions: {
          codegen: {
            generates: {
              'src/generated/': {
                preset: 'client',
                presetConfig: { fragmentMasking: false },
                config: options,
              },
            },
          },
        },
      },
    )}`,
  }
}

const typescript = async (text: string) =>
  format(`// ${NOTE}\n${text}`, { ...(await resolveConfig('codegen.ts')), parser: 'typescript' })
