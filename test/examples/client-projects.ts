import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** TypeScript 7, the native compiler. */
const tsc = resolve('node_modules/typescript-native/bin/tsc')

/** Projects that may use the client. */
const PROJECTS = {
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

export const projects = Object.entries(PROJECTS)

/**
 * Compiles files as a project in a folder. Returns what the compiler prints. By default only source files are checked: checking the
 * declarations of libraries takes most of the time.
 */
export async function compile(folder: string, include: string, options: object): Promise<string> {
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = {
    target: 'ES2022',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    typeRoots: [resolve('node_modules/@types')],
    types: ['node'],
    ...options,
  }
  await writeFile(project, JSON.stringify({ compilerOptions, include: [include] }))
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', project]).catch(
    (error: Error & { stdout: string }) => {
      // It could not be started.
      if (error.stdout === '') throw error
      return error
    },
  )
  return stdout
}
