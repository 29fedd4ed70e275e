import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  parseValue,
  validate,
  valueFromAST,
} from 'graphql'
import { expect, it } from 'vitest'
import { readExamples } from '../../scripts/playground-examples.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { addFieldExamples } from '../../web/playground/src/field-examples.js'
import { schema } from '../support/graphql.js'
import { blocksOf } from '../support/transcript.js'
import { entriesOf, pageOf, types } from './reference-pages.js'

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

it('each GraphQL document of any page is valid', () => {
  const names = readdirSync('dist/docs', { recursive: true, encoding: 'utf8' })
  const documents = names
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => blocksOf(readFileSync(join('dist/docs', name), 'utf8')))
    .filter(({ language }) => language === 'graphql')
  expect(documents.length).toBeGreaterThan(1000)
  // A time in angle brackets is that of an earlier answer on the page.
  const isPlaceholder = ({ message }: Error) => / <[\w-]+>\.$/.test(message)
  for (const { text } of documents) {
    const errors = validate(schema, parse(text))
    expect(
      errors.filter((error) => !isPlaceholder(error)),
      text,
    ).toEqual([])
  }
})

it('the examples of arguments have values of their types', () => {
  for (const type of types.filter(isObjectType)) {
    for (const { name: field, args } of Object.values(type.getFields())) {
      for (const { name, type: to } of args) {
        const row = new RegExp(`^\\| \`${name}\` \\|.*\\| \`(.+)\` \\|$`, 'm')
        const [, value = ''] = row.exec(entriesOf(type).get(field) ?? '') ?? []
        expect(valueFromAST(parseValue(value), to), `${type.name}.${field}.${name}`).toBeDefined()
      }
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

it('no example of a text is only a word for a text', () => {
  for (const type of types) {
    if (type.name !== 'String') expect(pageOf(type), type.name).not.toContain('"text"')
  }
})

it('in the playground, the example of each field is a valid document that selects it', () => {
  const schema = lexicographicSortSchema(createSchema())
  addFieldExamples(schema, readExamples())
  const found = Object.values(schema.getTypeMap()).flatMap((type) =>
    !type.name.startsWith('__') && (isObjectType(type) || isInterfaceType(type))
      ? Object.values(type.getFields())
      : [],
  )
  const examples = found.flatMap(({ name, description }) => {
    const blocks = [...(description ?? '').matchAll(/^```graphql\n([\s\S]+?)\n```$/gm)]
    expect(blocks.length, name).toBe(1)
    return blocks.map(([, text = '']) => ({ name, text }))
  })
  expect(found.filter(({ description }) => description?.includes('from “')).length).toBeGreaterThan(
    250,
  )
  for (const { name, text } of examples) {
    expect(validate(schema, parse(text)), text).toEqual([])
    expect(text).toMatch(new RegExp(`\\b${name}\\b`))
    expect(text.split('\n').length, text).toBeLessThanOrEqual(30)
  }
})
