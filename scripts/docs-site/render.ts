import Eleventy, { RenderPlugin } from '@11ty/eleventy'
import manifest from '../../package.json' with { type: 'json' }
import { NAME } from '../../src/pages/page.js'
import { feedOf } from './feed.js'
import { amendMarkdown } from './markdown.js'
import { BASE, markdownAddress, type Page, pageAddress, SECTIONS } from './page.js'
import { partsOf } from './sections.js'

/** The templates, and the style and script of the pages. */
export const THEME = 'scripts/docs-site/theme'

/** Writes the pages as HTML, and the feed, into a folder. `withoutMarkdown`: pages that exist only as HTML. */
export async function renderPages(
  pages: readonly Page[],
  withoutMarkdown: readonly Page[],
  outdir: string,
): Promise<void> {
  const eleventy = new Eleventy(THEME, outdir, {
    quietMode: true,
    configPath: false,
    config: (configuration) => {
      configuration.amendLibrary('md', amendMarkdown)
      configuration.addGlobalData('site', siteOf(pages))
      configuration.addPlugin(RenderPlugin)
      configuration.addGlobalData('feed', feedOf(changelogIn(pages)))
      for (const page of [...pages, ...withoutMarkdown]) {
        const { path, title, summary, markdown } = page
        configuration.addTemplate(`${path}.md`, markdown, {
          ...{ layout: 'page.njk', permalink: `${path}.html`, path, title, summary },
          contents: contentsOf(page),
          hasMarkdown: !withoutMarkdown.includes(page),
        })
      }
      return { markdownTemplateEngine: false, templateFormats: ['md', 'njk'] }
    },
  })
  await eleventy.write()
}

function changelogIn(pages: readonly Page[]): Page {
  const changelog = pages.find(({ path }) => path === 'changelog')
  if (!changelog) throw new Error('expected the page of the changelog')
  return changelog
}

/** What the layout shows on each page. */
const siteOf = (pages: readonly Page[]) => ({
  name: NAME,
  version: manifest.version,
  base: BASE,
  sections: SECTIONS.map((title) => ({
    title,
    pages: pages
      .filter(({ section, isListed }) => isListed && section === title)
      .map((page) => ({ ...page, address: pageAddress(markdownAddress(page.path)) })),
  })),
})

/** The headings for the list at the side: the fields of a type, otherwise the chapters. */
const contentsOf = ({ path, markdown }: Page) =>
  partsOf(markdown).filter(({ depth }) => depth === (/^schema\/[A-Z]/.test(path) ? 3 : 2))
