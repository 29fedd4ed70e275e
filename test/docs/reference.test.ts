import { readFileSync } from 'node:fs'
import {
  getNamedType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  parseValue,
  validate,
  valueFromAST,
} from 'graphql'
import { expect, it } from 'vitest'
import { policy } from '../../src/domain/access/policy.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, schema, tokenOf } from '../support/graphql.js'

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'))

const pageOf = ({ name }: { name: string }) => readFileSync(`dist/docs/schema/${name}.md`, 'utf8')

/** The text of a page below each heading of a field or value. */
function entriesOf(type: GraphQLNamedType): Map<string, string> {
  const [, ...entries] = pageOf(type).split(/^### /m)
  return new Map(entries.map((entry) => [entry.split('\n', 1)[0] ?? '', entry]))
}

const named = (
  type: GraphQLNamedType,
): readonly { name: string; description?: string | null | undefined }[] => {
  if (isEnumType(type)) return type.getValues()
  return 'getFields' in type ? Object.values(type.getFields()) : []
}

it('has every type, field, argument and value, with its description', () => {
  for (const type of types) {
    const entries = entriesOf(type)
    expect(pageOf(type)).toContain(type.description ?? 'no description')
    for (const { name, description } of named(type)) {
      expect(entries.get(name), `${type.name}.${name}`).toContain(description ?? 'no description')
    }
    if (!isObjectType(type)) continue
    for (const { name, args } of Object.values(type.getFields())) {
      for (const arg of args) expect(entries.get(name)).toContain(`| \`${arg.name}\` |`)
    }
  }
})

it('the example of each field is a valid document that selects it, and has a cost', () => {
  for (const type of types) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const [field, entry] of entriesOf(type)) {
      const [, example = ''] = /```graphql\n([\s\S]+?)\n```/.exec(entry) ?? []
      expect(validate(schema, parse(example)), example).toEqual([])
      expect(example, `${type.name}.${field}`).toMatch(new RegExp(`\\b${field}\\b`))
      expect(entry).toMatch(/in this example: [1-9]\d*\n/)
    }
  }
})

it('the examples of inputs have values of their types', () => {
  for (const type of types.filter(isInputObjectType)) {
    const [, example = ''] = /^Example: `(.+)`$/m.exec(pageOf(type)) ?? []
    expect(valueFromAST(parseValue(example), type), `${type.name}: ${example}`).toBeDefined()
    for (const [name, { type: to }] of Object.entries(type.getFields())) {
      const [, value = ''] = /^Example: `\w+: (.+)`$/m.exec(entriesOf(type).get(name) ?? '') ?? []
      expect(valueFromAST(parseValue(value), to), `${type.name}.${name}: ${value}`).toBeDefined()
    }
  }
})

it('links each type to the fields that use it', () => {
  for (const type of types.filter(isObjectType)) {
    for (const { name, type: to } of Object.values(type.getFields())) {
      const page = pageOf(getNamedType(to))
      expect(page).toMatch(/\n## Where \w+ is used\n/)
      if (!page.includes('and ')) expect(page).toContain(`[\`${type.name}.${name}\`]`)
    }
  }
})

it('names the roles of the access control table', () => {
  const entries = new Map(
    [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!].flatMap(
      (type) => [...entriesOf(type)],
    ),
  )
  const texts = {
    anyone: 'anyone, without signing in',
    member: 'every user with a session',
    admin: 'admins',
  }
  for (const [name, entry] of entries) {
    expect(entry, name).toContain(`- Allowed for: ${texts[policy[name as keyof typeof policy]]}\n`)
  }
  expect(entriesOf(schema.getType('Site')!).get('history')).toContain('- Allowed for: admins\n')
})

it('the service executes the examples of the lists of Query, and they cost what the page says', async () => {
  const company = await newCompany(testDatabase())
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  const lists = [...entriesOf(schema.getQueryType()!)].filter(([, entry]) =>
    /^\[`\w+Connection!?`\]/m.test(entry),
  )
  expect(lists.length).toBeGreaterThan(10)
  for (const [name, entry] of lists.filter(([name]) => name !== 'userSessions')) {
    const [, example = ''] = /```graphql\n([\s\S]+?)\n```/.exec(entry) ?? []
    const { headers, errors } = await post(example, {}, { authorization })
    expect(errors, name).toBeUndefined()
    const [, cost] = /in this example: (\d+)/.exec(entry) ?? []
    expect(headers.get('x-query-cost'), name).toBe(cost)
  }
})
