import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DOCS_FOLDER } from '../docs-folder.js'
import { StaticText } from '../http/static-text.js'

const TYPES: Readonly<Record<string, string>> = {
  '.atom': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

export interface SiteFile {
  readonly text: StaticText
  readonly isPage: boolean
}

/** The files of the site by the part of their address after `/docs/`: a page without its extension, others with it. */
export function readSiteFiles(): ReadonlyMap<string, SiteFile> {
  const folder = fileURLToPath(DOCS_FOLDER)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names.flatMap((name) => {
      const extension = extname(name)
      const type = TYPES[extension]
      if (type === undefined) return []
      const isPage = extension === '.html'
      const path = name.replaceAll('\\', '/')
      const address = isPage ? path.replace(/(^|\/)index\.html$|\.html$/, '') : path
      return [[address, { text: new StaticText(type, () => readFile(join(folder, name))), isPage }]]
    }),
  )
}
