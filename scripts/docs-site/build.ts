import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { ICON } from '../../src/graphql/server/playground/page.js'
import { createDocument as documentOfSetA } from '../../src/set-a/openapi.js'
import { createDocument as documentOfSetB } from '../../src/set-b/openapi.js'
import { pictures } from './documents.js'
import { llmsText } from './overview.js'
import { NOT_FOUND, SEARCH, sitePages } from './pages.js'
import { renderPages, THEME } from './render.js'
import { searchEntries } from './sections.js'

const STYLES = ['site.css', 'layout.css']

/**
 * Builds the site of `/docs` into a folder: each page as HTML and as Markdown, and the files beside them. Returns the files that
 * the script for browsers is bundled from.
 */
export async function buildSite(outdir: string): Promise<string[]> {
  const pages = sitePages()
  await renderPages(pages, [SEARCH, NOT_FOUND], outdir)
  const write = (path: string, text: string) => {
    const file = join(outdir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const { path, markdown } of pages) write(`${path}.md`, markdown)
  for (const [file, path] of pictures) cpSync(file, join(outdir, path))
  for (const name of STYLES) cpSync(join(THEME, 'assets', name), join(outdir, 'assets', name))
  write('assets/icon.svg', ICON)
  write('schema.graphql', readFileSync('schema.graphql', 'utf8'))
  write('llms.txt', llmsText(pages))
  write('openapi/set-a.json', JSON.stringify(documentOfSetA()))
  write('openapi/set-b.json', JSON.stringify(documentOfSetB()))
  write('search.json', JSON.stringify(searchEntries(pages)))
  const { metafile } = await build({
    entryPoints: [join(THEME, 'assets', 'site.ts')],
    outdir: join(outdir, 'assets'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    logLevel: 'warning',
  })
  return Object.keys(metafile.inputs)
}
