import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, posix } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { IS_COMPRESSED, StaticText } from '../http/static-text.js'
import { renderMarkdown } from './markdown.js'
import { PAGE_POLICY, renderPage, wantsPage } from './page.js'

/** The content types of the files that are sent as they are. */
const TYPES: Readonly<Record<string, string>> = {
  '.graphql': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

const FILES = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'schema.graphql',
]
const FOLDERS = ['docs', 'docs/decisions']

/** The paths of the documentation in a checkout or an image: none, if it was left out. */
export function manualFiles(root: URL): string[] {
  const inFolders = FOLDERS.filter((folder) => existsSync(new URL(folder, root))).flatMap(
    (folder) => readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`),
  )
  const isShown = (path: string) => path.endsWith('.md') || extname(path) in TYPES
  return [...FILES.filter((path) => existsSync(new URL(path, root))), ...inFolders.filter(isShown)]
}

/** Serves the documentation under the paths that it has in a checkout: to browsers as pages, otherwise as it is. */
export function serveManual(app: FastifyInstance, root: URL): void {
  const files = new Set(manualFiles(root))
  const read = (path: string) => readFile(new URL(path, root))
  const pageOf = async (path: string) =>
    renderPage(await renderMarkdown(String(await read(path)), targetsIn(path, files)))
  for (const path of files) {
    const type = TYPES[extname(path)]
    const file = new StaticText(type ?? 'text/plain; charset=utf-8', () => read(path))
    if (type !== undefined) {
      app.get(`/${path}`, IS_COMPRESSED, (request, reply) => file.send(request, reply))
      continue
    }
    const page = new StaticText('text/html; charset=utf-8', () => pageOf(path))
    app.get(`/${path}`, IS_COMPRESSED, (request, reply) => {
      reply.header('vary', 'accept')
      if (!wantsPage(request)) return file.send(request, reply)
      return page.send(request, reply.header('content-security-policy', PAGE_POLICY))
    })
  }
  for (const folder of FOLDERS) serveIndex(app, folder, files)
}

/** The page with the documents of a folder. */
function serveIndex(app: FastifyInstance, folder: string, files: ReadonlySet<string>): void {
  const names = [...files].filter((path) => posix.dirname(path) === folder && path.endsWith('.md'))
  const items = names.map((path) => `<li><a href="/${path}">${posix.basename(path)}</a></li>`)
  const body = `<h1>${folder}</h1>\n<ul>\n${items.join('\n')}\n</ul>`
  const page = new StaticText('text/html; charset=utf-8', () => renderPage({ title: folder, body }))
  if (names.length === 0) return
  app.get(`/${folder}/`, IS_COMPRESSED, (request, reply) =>
    page.send(request, reply.header('content-security-policy', PAGE_POLICY)),
  )
}

/** Returns where a link of a document leads; undefined if the service does not show that file. */
const targetsIn = (path: string, files: ReadonlySet<string>) => (href: string) => {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [file = '', hash] = href.split('#')
  const target = posix.join(posix.dirname(path), file)
  const isShown = files.has(target) || FOLDERS.includes(target.replace(/\/$/, ''))
  if (!isShown) return undefined
  const folder = files.has(target) ? target : `${target.replace(/\/$/, '')}/`
  return `/${folder}${hash === undefined ? '' : `#${hash}`}`
}
