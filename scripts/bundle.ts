// Bundles the service with its dependencies into `dist`, and the playground, so that production installs few packages and loads few files.
// Types are checked by `npm run check`. Does not use esbuild's `keepNames`, which calls `Object.defineProperty` for
// each function that a request creates, which costs 7 to 25 % of the requests per second.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { copyReportFiles } from './copy-report-files.js'
import { bundlePlayground } from './bundle-playground.js'
import { INSTALLED, installation } from './installed-packages.js'
import { packageFolders } from './shipped-packages.js'
import { sourceCommit } from './source-commit.js'

const outdir = process.argv[2] ?? 'dist'
mkdirSync(outdir, { recursive: true })

const service = build({
  entryPoints: {
    main: 'src/main.ts',
    admin: 'src/admin.ts',
    worker: 'src/db/embedded/worker.ts',
    'report-worker': 'src/reports/worker.ts',
    'image-worker': 'src/images/image-worker.ts',
    'demo/seed': 'src/demo/seed.ts',
    'demo/remove': 'src/demo/remove.ts',
  },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  logLevel: 'warning',
  // `pg-native` and `class-validator` are optional dependencies of packages, and not used.
  external: [...INSTALLED, 'pg-native', 'class-validator'],
  define: { SOURCE_COMMIT: JSON.stringify(sourceCommit()) },
  // In an ES module, Apollo would hash the document of each request with this JavaScript implementation.
  alias: { 'sha.js': './scripts/node-hash.cjs' },
  // CommonJS packages call `require` for Node's modules.
  banner: {
    js: "import { createRequire as _createRequire } from 'node:module'; const require = _createRequire(import.meta.url);",
  },
})

const [{ metafile }, ofPlayground] = await Promise.all([service, bundlePlayground(outdir)])

// For the licences of a release.
const bundled = packageFolders([
  ...Object.keys(metafile.inputs),
  ...copyReportFiles(outdir),
  ...ofPlayground,
])
const write = (name: string, content: unknown) => {
  writeFileSync(join(outdir, name), `${JSON.stringify(content, null, 2)}\n`)
}
write('bundled.json', bundled)
// `npm ci --prefix dist` installs what the bundle does not contain.
const { manifest, lock } = installation()
write('package.json', manifest)
write('package-lock.json', lock)
