import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { markdownAddress, BASE, type Page, type Section, summaryOf } from './page.js'

/** The documents outside of `docs`, and where the site has them. */
const DOCUMENTS: Readonly<Record<string, readonly [path: string, section: Section]>> = {
  'README.md': ['readme', 'Guides'],
  'CHANGELOG.md': ['changelog', 'Reference'],
  'SECURITY.md': ['security', 'Operation'],
  'ARCHITECTURE.md': ['architecture', 'Development'],
  'CONTRIBUTING.md': ['contributing', 'Development'],
}

/** The section of each document of `docs`; the others are guides. */
const SECTIONS: Readonly<Record<string, Section>> = {
  'field-map': 'Reference',
  configuration: 'Operation',
  'first-cluster': 'Operation',
  operating: 'Operation',
  scaling: 'Operation',
  performance: 'Operation',
  reliability: 'Operation',
}

const FOLDERS = [
  'docs',
  'docs/decisions',
  'docs/evidence',
  'docs/events',
  'docs/first-hour',
  'docs/inspection',
  'docs/mails',
] as const
const COPIED = /\.(png|svg)$/

const namesIn = (folder: string) => readdirSync(folder).filter((name) => !name.startsWith('.'))

/** The pictures of the documents: the path in the project, and the one below `BASE`. */
export const pictures = FOLDERS.flatMap((folder) =>
  namesIn(folder)
    .filter((name) => COPIED.test(name))
    .map((name) => [`${folder}/${name}`, `${folder}/${name}`.replace(/^docs\//, '')] as const),
)

const documents = new Map<string, readonly [path: string, section: Section]>([
  ...Object.entries(DOCUMENTS),
  ...FOLDERS.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => {
        const path = `${folder}/${name}`.replace(/^docs\//, '').replace(/\.md$/, '')
        const section = folder === 'docs' ? (SECTIONS[path] ?? 'Guides') : 'Decisions'
        return [`${folder}/${name}`, [path, section] as const] as const
      }),
  ),
])

/** Other files and folders that documents link to: the path in the project, and the address on the site. */
const OTHERS: Readonly<Record<string, string>> = {
  'schema.graphql': `${BASE}/schema.graphql`,
  'docs/decisions': markdownAddress('decisions/index'),
  ...Object.fromEntries(pictures.map(([file, path]) => [file, `${BASE}/${path}`])),
}

/** The documents of the project as pages. */
export const documentPages = (): Page[] =>
  [...documents].map(([file, [path, section]]) => {
    const markdown = withSiteLinks(readFileSync(file, 'utf8'), file)
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? path
    const isListed = section !== 'Decisions'
    return { path, title, section, isListed, markdown, summary: summaryOf(markdown) }
  })

const LINK_OR_CODE =
  /(?<code>```[\s\S]*?```|`[^`\n]*`)|(?<mark>!?\[)(?<text>(?:`[^`]*`|!\[[^\]]*\]\([^)]*\)|[^[\]])*)\]\((?<href>[^)\s]+)\)/g

/** Replaces links to files of the project by addresses of the site. A link to a file that the site does not have becomes its text. */
export const withSiteLinks = (markdown: string, file: string): string =>
  markdown.replaceAll(LINK_OR_CODE, (all: string, ...rest: unknown[]) => {
    const { code, mark, text, href } = rest.at(-1) as Record<string, string>
    if (code !== undefined || href === undefined || /^(https?:|mailto:|#)/.test(href)) return all
    const target = targetOf(href, file)
    return target === undefined ? (text ?? '') : `${mark ?? ''}${text ?? ''}](${target})`
  })

/** The address on the site of a link in a document; undefined if the site does not have that file. */
function targetOf(href: string, file: string): string | undefined {
  const [name = '', hash] = href.split('#')
  const path = posix.join(posix.dirname(file), name).replace(/\/$/, '')
  const [page] = documents.get(path) ?? []
  const address = page === undefined ? OTHERS[path] : markdownAddress(page)
  return address === undefined || hash === undefined ? address : `${address}#${hash}`
}
