// Builds examples/dashboard into `dist/dashboard`, for the address `/dashboard` of the service, and examples/inspector likewise.
import { writeFileSync } from 'node:fs'
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

// For the licences of a release.
const bundled = packageFolders(modules.map((path) => relative('.', path)))
writeFileSync(join(outdir, 'bundled-pages.json'), `${JSON.stringify(bundled, null, 2)}\n`)
