// Builds examples/dashboard into `dist/dashboard`, for the address `/dashboard` of the service. Runs after `bundle.ts`, which
// empties `dist`, and adds the packages of the dashboard to its list for the licences of a release.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { generate } from '@graphql-codegen/cli'
import { build, type Rolldown } from 'vite'
import codegen from '../codegen.js'
import { packageFolders } from './shipped-packages.js'

const outdir = process.argv[2] ?? 'dist'

// The types of the documents of the dashboard, and of the session that it takes from examples/clients.
const generates = Object.fromEntries(
  ['examples/clients/generated/', 'examples/dashboard/generated/'].map((folder) => [
    folder,
    codegen.generates[folder] ?? {},
  ]),
)
await generate({ ...codegen, generates, silent: true }, true)

process.env['NODE_ENV'] = 'production'
const { output } = (await build({
  root: 'examples/dashboard',
  base: '/dashboard/',
  logLevel: 'warn',
  build: { outDir: resolve(outdir, 'dashboard'), emptyOutDir: true },
})) as Rolldown.RolldownOutput

const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
const list = join(outdir, 'bundled.json')
const folders = packageFolders(modules.map((path) => relative('.', path)))
const bundled = new Set([...(JSON.parse(readFileSync(list, 'utf8')) as string[]), ...folders])
writeFileSync(list, `${JSON.stringify([...bundled].sort(), null, 2)}\n`)
