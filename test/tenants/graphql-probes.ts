import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from 'graphql'
import type { Random } from '../../src/demo/random.js'
import type { FullCompany } from '../graphql/full-company.js'
import { uuidsOf } from '../graphql/full-company.js'
import { inputFieldsOf, withValueAt } from '../graphql/mutations/input-fields.js'
import { validInputWith } from '../graphql/mutations/input-variants.js'
import { validInputs } from '../graphql/mutations/valid-inputs.js'
import { post, schema, tokenOf } from '../support/graphql.js'
import { type ForeignValues, oneOf } from './foreign-values.js'
import type { Target } from './target.js'

type Field = GraphQLField<unknown, unknown>

/** A target for each argument of a query, and of a connection of a record, that can identify a record. */
export async function graphqlTargets(ours: FullCompany, theirs: ForeignValues): Promise<Target[]> {
  const authorization = `Bearer ${await tokenOf(ours.admin)}`
  const send = async (query: string, variables: Record<string, unknown>) => {
    const { data, errors } = await post(query, variables, { authorization })
    return { data, errors }
  }
  const targets: Target[] = []
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    for (const argument of slotsOf(field)) {
      targets.push({
        name: `query ${field.name}(${argument.name})`,
        probe: async (random) => {
          const { value, type } = argument.valueOf(random, theirs)
          const query = `query ($value: ${type}) { ${argument.write(field)} }`
          return JSON.stringify([await send(query, { value }), await send(query, { value })])
        },
      })
    }
  }
  for (const [type, id] of Object.entries(uuidsOf(ours))) {
    const record = schema.getType(type)
    if (!isObjectType(record)) continue
    for (const field of Object.values(record.getFields())) {
      for (const argument of slotsOf(field)) {
        targets.push({
          name: `${type}.${field.name}(${argument.name})`,
          probe: async (random) => {
            const { value, type: given } = argument.valueOf(random, theirs)
            const query = `query ($id: ID!, $value: ${given}) { node(id: $id) { ... on ${type} { ${argument.write(field)} } } }`
            return JSON.stringify(await send(query, { id, value }))
          },
        })
      }
    }
  }
  return [...targets, ...mutationTargets(ours, theirs, send)]
}

type Send = (query: string, variables: Record<string, unknown>) => Promise<object>

/** A target for each field of a mutation's input that takes ids. */
function mutationTargets(ours: FullCompany, theirs: ForeignValues, send: Send): Target[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((mutation) => {
    const type = mutation.args.find(({ name }) => name === 'input')?.type
    const input = type && getNamedType(type)
    if (!isInputObjectType(input)) return []
    const idFields = inputFieldsOf(input).filter(({ type: given }) => given === 'ID')
    if (idFields.length > 0 && !validInputs[mutation.name])
      throw new Error(`expected a valid input of ${mutation.name}, so that its ids are probed`)
    return idFields.map(({ path }) => ({
      name: `mutation ${mutation.name}(${path.join('.')})`,
      probe: async (random: Random) => {
        const given = withValueAt(
          {
            ...(await validInputWith(mutation.name, ours, path)),
            // The valid inputs have no documents.
            ...(path[0] === 'documentIds' && { documentIds: [] }),
          },
          path,
          oneOf(random, theirs.uuids),
        )
        const payload = getNamedType(mutation.type)
        const selection = isObjectType(payload) ? selectionOf(payload) : ''
        const query = `mutation ($input: ${input.name}!) { ${mutation.name}(input: $input) { ${selection} } }`
        const response = JSON.stringify(await send(query, { input: given }))
        const isRefused = /"code":/.test(response)
        if (!isRefused && !isNameOfOwn(mutation.name, path)) {
          throw new Error(`expected an error, got ${response}`)
        }
        return response
      },
    }))
  })
}

/**
 * Whether this id names the new record, or a custom field or a question within it, and refers to no other record: any id is accepted.
 * The fields of an asset's values do refer to the fields of its type.
 */
const isNameOfOwn = (mutation: string, path: readonly (string | number)[]) =>
  (/^(create|record)/.test(mutation) && path.at(-1) === 'id') ||
  (/^(create|update)AssetType$/.test(mutation) && path.join('.') === 'customFields.0.fieldId') ||
  (/^(create|update)Checklist$/.test(mutation) && path.at(-1) === 'questionId')

/** One place of a field's arguments for a value that identifies a record. */
interface Slot {
  readonly name: string
  readonly valueOf: (random: Random, theirs: ForeignValues) => { value: unknown; type: string }
  /** The field with `$value` in this place. */
  readonly write: (field: Field) => string
}

function slotsOf(field: Field): Slot[] {
  return field.args.flatMap((argument) => {
    const type = getNamedType(argument.type)
    if (isInputObjectType(type)) {
      return Object.values(type.getFields())
        .filter(({ type: given }) => identifies(String(given)))
        .map((each) =>
          slot(
            `${argument.name}.${each.name}`,
            String(each.type),
            `${argument.name}: { ${each.name}: $value }`,
          ),
        )
    }
    return identifies(String(argument.type)) ? [slotOf(argument)] : []
  })
}

const slotOf = ({ name, type }: GraphQLArgument) => slot(name, String(type), `${name}: $value`)

function slot(name: string, type: string, given: string): Slot {
  const isList = type.startsWith('[')
  const isId = type.includes('ID')
  return {
    name,
    valueOf: (random, { uuids, texts }) => {
      const value = oneOf(random, isId ? uuids : texts)
      return { value: isList ? [value] : value, type }
    },
    write: (field) => {
      const type = getNamedType(field.type)
      return `${field.name}(${given}) ${isLeafType(type) ? '' : `{ ${selectionOf(type)} }`}`
    },
  }
}

/** Types of arguments that take ids, codes, barcodes, cursors and search texts. */
const identifies = (type: string) => /^\[?(ID|String)!?\]?!?$/.test(type)

/** All plain fields of a type, of its nodes, and of the records below these. */
function selectionOf(type: unknown, depth = 2): string {
  if (!isObjectType(type)) return '__typename'
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const below = getNamedType(field.type)
    if (isLeafType(below)) return [field.name]
    const isPage = field.args.length > 0
    if (depth === 0 || isPage || !isObjectType(below)) return []
    return [`${field.name} { ${selectionOf(below, depth - 1)} }`]
  })
  return ['__typename', ...fields].join(' ')
}
