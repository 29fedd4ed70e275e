import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { readExamples } from './playground-examples.js'

const SOURCES = 'web/playground/src'

/**
 * Bundles the page of the playground into `<outdir>/playground/<version>/`. The version is a hash of the files, so that browsers
 * may cache them for ever. Returns the paths of all sources, also those of packages.
 */
export async function bundlePlayground(outdir: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    entryPoints: {
      main: `${SOURCES}/main.tsx`,
      'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
      'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
    },
    outdir: 'playground',
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    jsx: 'automatic',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.ttf': 'file', '.woff': 'file', '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  const bundled = outputFiles
    .map(({ path, contents }) => ({ name: basename(path), contents }))
    // The styles of all parts are in `main.css`.
    .filter(({ name }) => !/^part-.*css$/.test(name))
  const examples = { name: 'examples.json', contents: Buffer.from(JSON.stringify(readExamples())) }
  const files = [...bundled, examples]
  const hash = createHash('sha256')
  for (const { name, contents } of files) hash.update(`${name}\0`).update(contents)
  const folder = join(outdir, 'playground', hash.digest('hex').slice(0, 16))
  mkdirSync(folder, { recursive: true })
  for (const { name, contents } of files) writeFileSync(join(folder, name), contents)
  return Object.keys(metafile.inputs)
}
