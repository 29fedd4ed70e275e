import { readFile } from 'node:fs/promises'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'

/* schema.graphql against the schema of the last release. CONTRIBUTING.md has the rules. */

/** The breaking changes between two schemas that a changelog does not list. */
async function unlisted(released: string, current: string, changelog: string): Promise<string[]> {
  const changes = await diff(buildSchema(released), buildSchema(current))
  const listed = listedIn(changelog)
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .filter(({ path }) => path === undefined || !listed.includes(path))
    .map(({ message }) => message)
}

/** The paths that the section `Breaking` of the unreleased version begins its items with. */
function listedIn(changelog: string): string[] {
  const [, unreleased = ''] = changelog.split(/^## /m)
  if (!unreleased.startsWith('Unreleased')) return []
  const breaking = unreleased.split(/^### /m).find((section) => section.startsWith('Breaking'))
  return [...(breaking ?? '').matchAll(/^- `([^`]+)`/gm)].map(([, path = '']) => path)
}

it('has no breaking change that CHANGELOG.md does not list', async () => {
  const [released, current, changelog] = await Promise.all([
    readFile('test/graphql/released-schema.graphql', 'utf8'),
    readFile('schema.graphql', 'utf8'),
    readFile('CHANGELOG.md', 'utf8'),
  ])
  expect(await unlisted(released, current, changelog)).toEqual([])
})

it('finds a removed field and a new required argument, unless they are listed', async () => {
  const released = 'type Query { one: Int two(limit: Int): Int }'
  const current = 'type Query { two(limit: Int, by: Int!): Int three: Int }'
  const changelog = (items: string) =>
    `# Changelog\n\n## Unreleased\n\n### Breaking\n\n${items}\n\n## 1.0.0\n\n### Breaking\n\n- \`Query.one\`\n`
  expect(await unlisted(released, current, changelog(''))).toHaveLength(2)
  const items = '- `Query.one`: use `three`.\n- `Query.two.by`: new.'
  expect(await unlisted(released, current, changelog(items))).toEqual([])
})
