// Builds the site of `/docs` into `dist/docs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite } from './docs-site/build.js'
import { packageFolders } from './shipped-packages.js'

const outdir = process.argv[2] ?? 'dist'
mkdirSync(outdir, { recursive: true })

// For the licences of a release.
const bundled = packageFolders(await buildSite(join(outdir, 'docs')))
writeFileSync(join(outdir, 'bundled-site.json'), `${JSON.stringify(bundled, null, 2)}\n`)
