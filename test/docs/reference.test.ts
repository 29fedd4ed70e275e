import {
  getNamedType,
  type GraphQLNamedType,
  type GraphQLType,
  isEnumType,
  isObjectType,
} from 'graphql'
import { expect, it } from 'vitest'
import { policy } from '../../src/domain/access/policy.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, schema, tokenOf } from '../support/graphql.js'
import { entriesOf, pageOf, types } from './reference-pages.js'

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

it('has the default values of arguments and of fields of inputs', () => {
  const document = entriesOf(schema.getType('Document')!)
  expect(document.get('url')).toMatch(/^\| `size` \|.* Default: `ORIGINAL`\. \|/m)
  const input = entriesOf(schema.getType('CreateAssetInput')!)
  expect(input.get('dryRun')).toContain('\nDefault: `false`.\n')
  expect(input.get('code')).not.toContain('Default:')
})

it('links each type to the fields, arguments and inputs that have it', () => {
  const uses = new Map(types.map((type) => [type.name, pageOf(type).split('\n## Where ')[1] ?? '']))
  for (const type of types) {
    if (!('getFields' in type)) continue
    for (const field of Object.values(type.getFields())) {
      const args = 'args' in field ? field.args : []
      const typed: readonly { readonly type: GraphQLType }[] = [field, ...args]
      for (const { type: to } of typed) {
        expect(uses.get(getNamedType(to).name)).toContain(`[\`${type.name}.${field.name}\`]`)
      }
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
    expect(entry, name).toContain(
      `- Allowed for: ${texts[policy[name as keyof typeof policy].access]}\n`,
    )
  }
  expect(entriesOf(schema.getType('Site')!).get('history')).toContain('- Allowed for: admins\n')
})

it('names the scope that an API key needs for a mutation', () => {
  const entries = entriesOf(schema.getMutationType()!)
  const scope = (name: string) =>
    /^- \[Scope of an API key\]\(\S+\): (.*)$/m.exec(entries.get(name) ?? '')?.[1]
  expect(scope('login')).toBeUndefined()
  for (const name of entries.keys()) {
    const operation = name as keyof typeof policy
    if (policy[operation].access === 'anyone') continue
    const wanted = policy[operation].scope
    expect(scope(name), name).toBe(wanted === 'NONE' ? 'none allows it' : `\`${wanted}\``)
  }
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
