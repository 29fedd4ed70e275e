import { documentPages } from './documents.js'
import { errorsPage } from './errors-page.js'
import { overviewPages } from './overview.js'
import { markdownAddress, type Page } from './page.js'
import { schemaPages } from './reference/schema-pages.js'

/** All pages that exist as HTML and as Markdown. */
export function sitePages(): Page[] {
  const described = [...documentPages(), ...schemaPages(), errorsPage()]
  return [...overviewPages(described), ...described]
}

const only = { section: 'Guides', isListed: false } as const

/** The page that shows what a search finds. */
export const SEARCH: Page = {
  ...only,
  path: 'search',
  title: 'Search',
  summary: 'Finds parts of pages.',
  markdown: '# Search\n',
}

/** The page for an address that does not exist. */
export const NOT_FOUND: Page = {
  ...only,
  path: 'not-found',
  title: 'Not found',
  summary: 'This page does not exist.',
  markdown: `# Not found\n\nThis page does not exist. [All pages](${markdownAddress('index')})\n`,
}
