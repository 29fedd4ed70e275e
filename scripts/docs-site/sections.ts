import GithubSlugger from 'github-slugger'
import { markdownAddress, type Page, pageAddress, plainText } from './page.js'

/** A part of a page below a heading. */
export interface Part {
  /** The number of the heading's marks. */
  readonly depth: number
  readonly title: string
  /** The id of the heading on the page. */
  readonly id: string
  /** Without the marks of Markdown; each paragraph, item and row is a line. */
  readonly text: string
  /** The paragraphs before the first table, list or code. */
  readonly lead: string
}

/** The parts of a Markdown text, one for each heading. Lines that begin with `#` in code are not headings. */
export function partsOf(markdown: string): Part[] {
  const slugger = new GithubSlugger()
  const parts: { depth: number; title: string; id: string; lines: string[] }[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const [, marks, heading] = (isCode ? undefined : /^(#{1,6}) (.+)$/.exec(line)) ?? []
    if (marks === undefined || heading === undefined) {
      parts.at(-1)?.lines.push(line)
      continue
    }
    const title = plainText(heading)
    parts.push({ depth: marks.length, title, id: slugger.slug(title), lines: [] })
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: textOf(lines), lead: leadOf(lines) }))
}

/** What an item of a list or a row of a table begins with. */
const BLOCK = /^\s*(- |\d+\. |\|)/

const BETWEEN_CELLS = ' · '

/** Each paragraph, item and row is one line: a sentence does not continue from one to the next. */
function textOf(lines: readonly string[]): string {
  const blocks = ['']
  for (const line of lines.filter((each) => !/^\s*(```|\|-)/.test(each))) {
    if (line.trim() === '' || BLOCK.test(line)) blocks.push('')
    blocks.push(`${blocks.pop() ?? ''} ${line.replace(BLOCK, '').replace(/\|$/, '')}`)
  }
  return blocks
    .map((block) =>
      plainText(block).replaceAll(/\s+/g, ' ').replaceAll(' | ', BETWEEN_CELLS).trim(),
    )
    .filter((block) => block !== '')
    .join('\n')
}

const leadOf = (lines: readonly string[]) => {
  const end = lines.findIndex((line) => /^(\||- |```)/.test(line))
  return textOf(end < 0 ? lines : lines.slice(0, end))
}

/** An entry of the search: a part of a page. */
export interface SearchEntry {
  readonly id: number
  /** Such as `Site.zones`, or `Lists`. */
  readonly title: string
  /** The title of the page. */
  readonly page: string
  readonly address: string
  readonly text: string
}

/** The rows of arguments that at least so many fields have are not in the search: those of lists. */
const REPEATED = 10

/**
 * The entries of all pages. Of the reference, the leads, and the arguments that only few fields have. A heading that only groups
 * the fields of a type has none.
 */
export function searchEntries(pages: readonly Page[]): SearchEntry[] {
  const found = pages.map((page) => ({
    page,
    isType: page.path.startsWith('schema/'),
    parts: partsOf(page.markdown),
  }))
  const counts = new Map<string, number>()
  for (const { isType, parts } of found) {
    for (const row of isType ? parts.flatMap(rowsOf) : []) {
      counts.set(row, (counts.get(row) ?? 0) + 1)
    }
  }
  const isRare = (row: string) => (counts.get(row) ?? 0) < REPEATED
  return found
    .flatMap(({ page, isType, parts }) =>
      parts
        .filter(({ depth }) => !isType || depth !== 2)
        .map((part) => ({
          title: isType && part.depth === 3 ? `${page.title}.${part.title}` : part.title,
          page: page.title,
          address: `${pageAddress(markdownAddress(page.path))}${part.depth === 1 ? '' : `#${part.id}`}`,
          text: isType ? [part.lead, ...rowsOf(part).filter(isRare)].join('\n') : part.text,
        })),
    )
    .map((entry, id) => ({ id, ...entry }))
}

/** The rows of the tables of a part. */
const rowsOf = ({ text }: Part) => text.split('\n').filter((line) => line.includes(BETWEEN_CELLS))
