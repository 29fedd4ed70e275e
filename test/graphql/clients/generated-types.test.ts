import { readFile } from 'node:fs/promises'
import { isScalarType, isSpecifiedScalarType } from 'graphql'
import { expect, it } from 'vitest'
import config from '../../../codegen.js'
import { schema } from '../../support/graphql.js'

const generated = config.generates['test/graphql/generated/'] as {
  readonly config: { readonly scalars: Readonly<Record<string, string>> }
}
const scalars = Object.keys(generated.config.scalars).sort()

it('codegen.ts and docs/clients.md map exactly the scalars of the schema', async () => {
  const types = Object.values(schema.getTypeMap()).filter(isScalarType)
  const custom = types.filter((type) => !isSpecifiedScalarType(type)).map(({ name }) => name)
  expect(scalars).toEqual(custom.sort())
  const table = (await readFile('docs/clients.md', 'utf8')).matchAll(
    /^\| `(\w+)` \| .* \| `\w+` \|$/gm,
  )
  expect([...table].map(([, name]) => name).sort()).toEqual(scalars)
})

it('generated types have no `any`', async () => {
  const types = await readFile('test/graphql/generated/graphql.ts', 'utf8')
  expect(types).toContain('customFieldValues')
  expect(types.replaceAll(/\/\*[^]*?\*\//g, '')).not.toMatch(/\bany\b/)
})
