import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { service } from '../support/graphql.js'

const fetchText = async (path: string) => (await fetch(`${await service()}${path}`)).text()

/** What Redocly's recommended rules report. */
async function lint(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: document,
    absoluteRef: 'openapi.json',
    config,
  })
  return problems.map(
    ({ severity, ruleId, message, location: [at] }) =>
      `${severity} ${ruleId}: ${message} ${at?.pointer ?? ''}`,
  )
}

it.each(['/api/openapi.json', '/v1/openapi.json'])('%s follows the rules', async (path) => {
  expect(await lint(await fetchText(path))).toEqual([])
})

it.each(['servers', 'info', 'paths'])('finds a document without %s', async (name) => {
  const { [name]: removed, ...rest } = JSON.parse(await fetchText('/v1/openapi.json')) as Record<
    string,
    unknown
  >
  expect(removed).toBeDefined()
  expect(await lint(JSON.stringify(rest))).not.toEqual([])
})
