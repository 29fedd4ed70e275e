// Builds examples/dashboard into `dist/dashboard`, for the address `/dashboard` of the service, and examples/inspector likewise. Runs after `bundle.ts`, which
// empties `dist`, and adds their packages to its list for the licences of a release.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { generate } from '@graphql-codegen/cli'
import { build, type Rolldown } from 'vite'
import codegen from '../codegen.js'
import { packageFolders } from './shipped-packages.js'

const outdir = process.argv[2] ?? 'dist'

// The types of the documents of both, and of the session that it takes from examples/clients.
const generates = Object.fromEntries(
  ['clients', 'dashboard', 'inspector'].map((name) => {
    const folder = `examples/${name}/generated/`
    return [folder, codegen.generates[folder] ?? {}]
  }),
)
await generate({ ...codegen, generates, silent: true }, true)

process.env['NODE_ENV'] = 'production'
const modules: string[] = []
for (const name of ['dashboard', 'inspector']) {
  const { output } = (await build({
    root: `examples/${name}`,
    base: `/${name}/`,
    logLevel: 'warn',
    build: { outDir: resolve(outdir, name), emptyOutDir: true },
  })) as Rolldown.RolldownOutput
  modules.push(...output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
}

const list = join(outdir, 'bundled.json')
const folders = packageFolders(modules.map((path) => relative('.', path)))
const bundled = new Set([...(JSON.parse(readFileSync(list, 'utf8')) as string[]), ...folders])
writeFileSync(list, `${JSON.stringify([...bundled].sort(), null, 2)}\n`)
