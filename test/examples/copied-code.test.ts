import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSchema } from 'graphql'
import { beforeAll, expect, it } from 'vitest'
import { readExamples } from '../../scripts/playground-examples.js'
import { writers } from '../../web/playground/src/code.js'
import { fillVariables } from '../../web/playground/src/fill-variables.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { compile, projects } from './client-projects.js'

const schema = buildSchema(await readFile('schema.graphql', 'utf8'))

const copied = (query: string, variables: object | undefined) =>
  writers.typescript({ query, variables, operationName: undefined }, 'http://localhost', schema)

const [, strictest = {}] = projects.find(([name]) => name === 'with every check') ?? []

/** A text for each value of a record that the playground would ask for. */
const texts = (query: string) =>
  Promise.resolve(Object.fromEntries([...query.matchAll(/v\d+/g)].map(([name]) => [name, 'text'])))

const MUTATION = `mutation Record($input: RecordInspectionInput!, $key: AssetKey, $filter: AssetFilter) {
  recordInspection(input: $input) { inspection { id } }
}`

const answer = { questionId: 'question', values: ['YES'], note: null }
const input = { assetId: 'asset', outcome: 'PASSED', note: null, answers: [answer] }
const key = { code: 'FE-1' }
const filter = { not: { statuses: ['OK'] }, overdue: true }

/** Variables, and what the compiler says about each that is wrong. */
const CASES: Readonly<Record<string, readonly [variables: object, error: string | null]>> = {
  nested: [{ input, key, filter }, null],
  null: [{ input, key: null, filter: null }, null],
  missing: [{ input: { ...input, answers: [{ values: ['YES'] }] } }, "'questionId'"],
  value: [{ input: { ...input, outcome: 'FAIL' } }, '"FAIL"'],
  default: [{ input: { ...input, dryRun: null } }, "'null'"],
  noKey: [{ input, key: {} }, "'AssetKey | null'"],
  nullKey: [{ input, key: { code: null } }, "'null'"],
  twoKeys: [{ input, key: { code: 'FE-1', barcode: 'B' } }, "'undefined'"],
  deep: [{ input, filter: { not: { statuses: ['BROKEN'] } } }, '"BROKEN"'],
}

/** Selections of the same name in the response, and a value that its type contains. */
const SELECTIONS: Readonly<Record<string, readonly [query: string, type: string, value: string]>> =
  {
    fragment: [
      `query Both($id: ID!) { site(id: $id) { address { city } ...F } }
      fragment F on Site { address { street } }`,
      "NonNullable<Data['site']>['address']",
      "{ city: 'Leeds', street: 'High Street' }",
    ],
    directive: [
      `query Some($id: ID!, $with: Boolean!) { site(id: $id) { address { city } address @include(if: $with) { street } } }`,
      "NonNullable<Data['site']>['address']",
      "{ city: 'Leeds' }",
    ],
    records: [
      `query Types($id: ID!) { node(id: $id) {
        ... on Site { x: address { city } } ... on Asset { x: zone { name } } } }`,
      "Array<NonNullable<Data['node']>['x']>",
      "[{ city: 'Leeds' }, { name: 'Hall' }]",
    ],
    leaves: [
      `query Leaves($id: ID!) { node(id: $id) { ... on Site { x: name } ... on Job { x: number } } }`,
      "Array<NonNullable<Data['node']>['x']>",
      "['Leeds', 1]",
    ],
    everyType: [
      `query Every($id: ID!) { node(id: $id) { ... on Node { id } ... { __typename } } }`,
      "NonNullable<Data['node']>",
      "{ id: 'id', __typename: 'Site' } satisfies Required<NonNullable<Data['node']>>",
    ],
  }

/** What the compiler says about the files, which one run checks. */
let errors: string[]

beforeAll(async () => {
  const { folder, remove } = await makeTemporaryFolder()
  const write = (name: string, code: string) => writeFile(join(folder, `${name}.mts`), code)
  for (const { group, name, query, variables } of readExamples()) {
    const filled = await fillVariables(variables, texts)
    const code = copied(query, filled === '' ? undefined : (JSON.parse(filled) as object))
    await write(`example-${group}-${name}`, code)
  }
  for (const [name, [variables]] of Object.entries(CASES))
    await write(`input-${name}`, copied(MUTATION, variables))
  for (const [name, [query, type, value]] of Object.entries(SELECTIONS)) {
    const variables = { id: 'id', ...(query.includes('$with') && { with: true }) }
    const code = `${copied(query, variables)}\nexport const value: ${type} = ${value}\n`
    await write(`selection-${name}`, code)
  }
  const printed = await compile(folder, '*.mts', strictest)
  await remove()
  // Further lines of an error are indented.
  errors = printed.split(/^(?=\S)/m).filter(Boolean)
})

const isOf = (file: string) => (error: string) => error.includes(`/${file}`)

it('each example of the playground, copied as TypeScript, compiles', () => {
  const others = [isOf('input-'), isOf('selection-')]
  expect(errors.filter((error) => !others.some((isOther) => isOther(error)))).toEqual([])
})

it('copied TypeScript has the types of inputs: fields, lists, enums, null, and one of several fields', () => {
  for (const [name, [, expected]] of Object.entries(CASES)) {
    const [found = null] = errors.filter(isOf(`input-${name}.mts`))
    if (expected === null) expect([name, found]).toEqual([name, null])
    else expect(found?.split('\n')[0], name).toContain(expected)
  }
})

it('copied TypeScript has the types of all selections of the same name', () => {
  expect(errors.filter(isOf('selection-'))).toEqual([])
})
