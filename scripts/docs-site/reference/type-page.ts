import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { accessTo, scopeFor } from './access.js'
import { argumentTable, defaultText, linkTo } from './argument-table.js'
import type { Examples } from './examples.js'
import { exampleValue, scalarExample } from './example-values.js'
import { linkToType, type Uses } from './uses.js'

/** What a page of a type is written from. */
export interface Sources {
  readonly examples: Examples
  readonly usesOf: (type: string) => Uses
  readonly possibleTypes: (type: GraphQLNamedType) => readonly GraphQLObjectType[]
}

/** The Markdown page of a type: its description, each field, argument and value, and where it is used. */
export function typePage(type: GraphQLNamedType, sources: Sources): string {
  const blocks = [
    `# ${type.name}`,
    kindOf(type),
    type.description ?? '',
    ...partsOf(type, sources),
    ...usesText(type.name, sources.usesOf(type.name)),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** What a type is, with the types that it belongs to, or that belong to it. */
function kindOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) {
    const interfaces = type.getInterfaces().map(({ name }) => linkToType(name))
    return interfaces.length === 0
      ? 'An object type.'
      : `An object type that implements ${interfaces.join(', ')}.`
  }
  if (isInterfaceType(type)) return 'An interface.'
  if (isUnionType(type)) return 'A union.'
  if (isEnumType(type)) return 'An enum.'
  if (isInputObjectType(type)) {
    return type.isOneOf ? 'An input: give exactly one of its fields.' : 'An input.'
  }
  return 'A scalar.'
}

function partsOf(type: GraphQLNamedType, sources: Sources): string[] {
  if (isObjectType(type)) return fieldBlocks(type, sources)
  if (isInterfaceType(type)) return [...possible(type, sources), ...fieldBlocks(type, sources)]
  if (isUnionType(type)) return possible(type, sources)
  if (isInputObjectType(type)) return inputBlocks(type)
  if (!isEnumType(type)) return [`Example: \`${scalarExample(type.name, '')}\``]
  const values = type
    .getValues()
    .map(({ name, description, deprecationReason }) => [
      `### ${name}`,
      ...deprecated(deprecationReason),
      description ?? '',
    ])
  const example = `Example: \`${exampleValue(type, '')}\`; in JSON, \`"${exampleValue(type, '')}"\`.`
  return [example, `## Values of ${type.name}`, ...values.flat()]
}

const possible = (type: GraphQLNamedType, { possibleTypes }: Sources) => {
  const names = possibleTypes(type).map(({ name }) => linkToType(name))
  return [`Its types: ${names.join(', ')}.`]
}

const fieldBlocks = (type: GraphQLObjectType | GraphQLInterfaceType, sources: Sources) => [
  `## Fields of ${type.name}`,
  ...Object.values(type.getFields()).flatMap((field) => fieldBlock(type, field, sources)),
]

function fieldBlock(
  type: GraphQLObjectType | GraphQLInterfaceType,
  field: GraphQLField<unknown, unknown>,
  { examples }: Sources,
): string[] {
  const { document, cost } = examples.of(type, field)
  const scope = scopeFor(type, field)
  return [
    `### ${field.name}`,
    linkTo(field.type),
    ...deprecated(field.deprecationReason),
    field.description ?? '',
    argumentTable(field),
    [
      `- Allowed for: ${accessTo(type, field)}`,
      ...(scope === undefined
        ? []
        : [`- [Scope of an API key](/docs/graphql.md#api-keys): ${scope}`]),
      `- [Cost](/docs/graphql.md#cost) in this example: ${cost}`,
    ].join('\n'),
    `\`\`\`graphql\n${document}\n\`\`\``,
  ]
}

const inputBlocks = (type: GraphQLInputObjectType) => [
  `Example: \`${exampleValue(type, '')}\``,
  `## Fields of ${type.name}`,
  ...Object.values(type.getFields()).flatMap((field) => [
    `### ${field.name}`,
    linkTo(field.type),
    ...deprecated(field.deprecationReason),
    field.description ?? '',
    ...defaultText(field),
    `Example: \`${field.name}: ${exampleValue(field.type, field.name, type.name)}\``,
  ]),
]

const deprecated = (reason: string | null | undefined) =>
  reason ? [`**Deprecated.** ${reason}`] : []

function usesText(name: string, { values, inputs }: Uses): string[] {
  const list = (title: string, links: readonly string[]) =>
    links.length === 0 ? [] : [`${title} ${links.join(', ')}.`]
  const lines = [...list('Value of', values), ...list('Argument or field of', inputs)]
  return lines.length === 0 ? [] : [`## Where ${name} is used`, ...lines]
}
