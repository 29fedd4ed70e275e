import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { describe, expect, it } from 'vitest'
import { service } from '../support/graphql.js'

const fetchText = async (path: string) => (await fetch(`${await service()}${path}`)).text()

/** What Redocly's recommended rules report. */
async function lintWithRedocly(document: string): Promise<string[]> {
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

/** What Spectral's recommended rules for OpenAPI report. */
async function lintWithSpectral(document: string): Promise<string[]> {
  const linter = new spectral.Spectral()
  linter.setRuleset(new spectral.Ruleset({ extends: [[rulesets.oas, 'recommended']] }))
  const problems = await linter.run(document)
  return problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`)
}

const linters = [
  ['Redocly', lintWithRedocly],
  ['Spectral', lintWithSpectral],
] as const

describe.each(['/api/openapi.json', '/v1/openapi.json'])('%s', (path) => {
  it.each(linters)('has no error and no warning by the rules of %s', async (_, lint) => {
    expect(await lint(await fetchText(path))).toEqual([])
  })
})

it.each(linters)('%s finds a document without servers and tags', async (_, lint) => {
  const { servers, tags, ...rest } = JSON.parse(await fetchText('/v1/openapi.json')) as {
    servers: unknown
    tags: unknown
  }
  expect([servers, tags]).not.toContain(undefined)
  const problems = await lint(JSON.stringify(rest))
  expect(problems.join('\n')).toMatch(/servers/i)
})
