import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Projects to which the folder examples/client may be copied. */
const projects = {
  'of a bundler': {
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2022', 'DOM'],
  },
  'of Node.js': { module: 'NodeNext' },
  'with every check': {
    module: 'NodeNext',
    exactOptionalPropertyTypes: true,
    noFallthroughCasesInSwitch: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noPropertyAccessFromIndexSignature: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
  },
}

it.each(Object.entries(projects))('compiles in a project %s', async (_, options) => {
  const project = join(await temporaryFolder(), 'tsconfig.json')
  const compilerOptions = {
    target: 'ES2022',
    strict: true,
    noEmit: true,
    typeRoots: [resolve('node_modules/@types')],
    types: ['node'],
    ...options,
  }
  await writeFile(
    project,
    JSON.stringify({ compilerOptions, include: [resolve('examples/client')] }),
  )
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', project]).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
})
