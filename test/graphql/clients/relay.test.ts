import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileRelayDocuments } from '../../../scripts/relay-compiler.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relay-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Compiles a source file, and returns the names of the generated files. */
async function compile(source: string): Promise<string[]> {
  const project = await mkdtemp(join(folder, 'project-'))
  await mkdir(join(project, 'src'))
  await copyFile('schema.graphql', join(project, 'schema.graphql'))
  await writeFile(join(project, 'src', 'relay-fragments.ts'), source)
  await mkdir(join(project, 'generated'))
  const config = {
    src: 'src',
    schema: 'schema.graphql',
    language: 'typescript',
    artifactDirectory: 'generated',
    eagerEsModules: true,
    customScalarTypes: {
      DateTime: 'string',
      Duration: 'string',
      EmailAddress: 'string',
      TimeZone: 'string',
    },
    schemaConfig: { nodeInterfaceIdField: 'id' },
  }
  await writeFile(join(project, 'relay.config.json'), JSON.stringify(config))
  await compileRelayDocuments(project)
  return (await readdir(join(project, 'generated'))).sort()
}

it('relay-compiler accepts queries, pagination fragments and mutations of this schema', async () => {
  const source = await readFile('test/graphql/clients/relay-fragments.ts', 'utf8')
  expect(await compile(source)).toEqual(
    [
      'relayFragmentsCreateAssetMutation',
      'relayFragmentsQuery',
      'relayFragmentsSiteQuery',
      'relayFragmentsSitesQuery',
      'relayFragments_site',
      'relayFragments_sites',
      'relayFragments_user',
    ].map((name) => `${name}.graphql.ts`),
  )
})

it('relay-compiler refuses a variable of another type', async () => {
  const source =
    'graphql`query relayFragmentsQuery($first: String) { sites(first: $first) { totalCount } }`'
  await expect(compile(source)).rejects.toThrow(/Int/)
})
