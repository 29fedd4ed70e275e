import { BASE, markdownAddress, type Page, SECTIONS } from './page.js'

/** Files beside the pages: title, address and meaning. */
export const FILES = [
  ['schema.graphql', `${BASE}/schema.graphql`, 'the GraphQL schema in one file'],
  ['OpenAPI document of Set A', `${BASE}/openapi/set-a.json`, 'every operation under `/api`'],
  ['OpenAPI document of Set B', `${BASE}/openapi/set-b.json`, 'every operation under `/v1`'],
  ['llms.txt', `${BASE}/llms.txt`, 'every page with its address as Markdown, for programs'],
  ['changelog.atom', `${BASE}/changelog.atom`, 'the releases, for feed readers'],
] as const

const INTRODUCTION =
  'How to use, operate and change this service, and a reference of its GraphQL schema. Add `.md` to the address of a page to get it as Markdown.'

const line = ({ title, path, summary }: Page) =>
  `- [${title}](${markdownAddress(path)})${summary === '' ? '' : `: ${summary}`}`

const files = () => FILES.map(([title, href, meaning]) => `- [${title}](${href}): ${meaning}`)

/** The first page, and the page of the decisions. */
export function overviewPages(pages: readonly Page[]): Page[] {
  const decisions = pages.filter(({ section }) => section === 'Decisions')
  const summary = 'What was decided about the design of the service, with reasons and figures.'
  const index: Page = {
    path: 'decisions/index',
    title: 'Decisions',
    section: 'Decisions',
    summary,
    markdown: `# Decisions\n\n${summary}\n\n${decisions.map(line).join('\n')}\n`,
    isListed: true,
  }
  const listed = [...pages, index].filter(({ isListed }) => isListed)
  const blocks = SECTIONS.map((section) => {
    const own = listed.filter((page) => page.section === section)
    return `## ${section}\n\n${own.map(line).join('\n')}`
  })
  const first: Page = {
    path: 'index',
    title: 'Documentation',
    section: 'Guides',
    summary: INTRODUCTION,
    markdown: `# Documentation\n\n${INTRODUCTION}\n\n${blocks.join('\n\n')}\n\n## Files\n\n${files().join('\n')}\n`,
    isListed: false,
  }
  return [first, index]
}

/** The file `llms.txt`: every page, in the form of llmstxt.org. */
export function llmsText(pages: readonly Page[]): string {
  const blocks = SECTIONS.map((section) => {
    const own = pages.filter((page) => page.section === section && page.path !== 'index')
    return `## ${section}\n\n${own.map(line).join('\n')}`
  })
  return `# Field Inspection Service\n\n> A GraphQL API over a field-inspection domain: companies, clients, sites, zones, assets, inspections and jobs.\n\n${blocks.join('\n\n')}\n\n## Files\n\n${files().join('\n')}\n`
}
