/** The parts of the navigation, in this order. */
export const SECTIONS = [
  'Guides',
  'Schema',
  'Reference',
  'Operation',
  'Development',
  'Decisions',
] as const

export type Section = (typeof SECTIONS)[number]

/** A page of the documentation. It is served as HTML at `/docs/<path>` and as Markdown at `/docs/<path>.md`. */
export interface Page {
  /** Without an extension, such as `schema/Site`. */
  readonly path: string
  readonly title: string
  readonly section: Section
  /** One sentence, for `llms.txt` and the search. */
  readonly summary: string
  /** Links to other pages are `/docs/<path>.md`. */
  readonly markdown: string
  /** The page is in the navigation of every page. */
  readonly isListed: boolean
}

/** The folder of the site below the origin of the service. */
export const BASE = '/docs'

/** The address of a page as Markdown. */
export const markdownAddress = (path: string) => `${BASE}/${path}.md`

/** The address of a page as HTML, from its address as Markdown; other addresses stay as they are. */
export const pageAddress = (href: string) => {
  const [file = '', hash] = href.split('#')
  const isPage = file.startsWith(`${BASE}/`) && file.endsWith('.md')
  const page = isPage ? file.replace(/\.md$/, '').replace(/\/index$/, '') : file
  return hash === undefined ? page : `${page}#${hash}`
}

/** The text of inline Markdown, without links and marks. */
export const plainText = (markdown: string) =>
  markdown.replaceAll(/!?\[((?:`[^`]*`|[^[\]])*)\]\([^)\s]*\)/g, '$1').replaceAll(/[`*]/g, '')

/** What a block of Markdown begins with if it is not a paragraph: a heading, a table, a picture, code or a list. */
const NOT_A_PARAGRAPH = /^(#|\||!|```|\d+\. |- |\s*$)/

/** The first sentence of a Markdown text. */
export function summaryOf(markdown: string): string {
  const paragraph = markdown.split(/\n\n+/).find((block) => !NOT_A_PARAGRAPH.test(block))
  const text = plainText(paragraph ?? '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^Question\. /, '')
  return /^.*?[.:?](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}
