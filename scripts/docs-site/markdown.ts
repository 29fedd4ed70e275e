import type { MarkdownIt } from '@11ty/eleventy'
import GithubSlugger from 'github-slugger'
import { pageAddress } from './page.js'

/** Configures the Markdown renderer: the ids of headings that GitHub generates, and links to HTML pages instead of Markdown. */
export function amendMarkdown(markdown: MarkdownIt): void {
  markdown.set({ html: false })
  markdown.core.ruler.push('addresses', ({ tokens }) => {
    const slugger = new GithubSlugger()
    for (const [index, token] of tokens.entries()) {
      const inline = tokens[index + 1]
      if (/^h[1-6]$/.test(token.tag) && inline?.children) {
        const text = inline.children.map(({ content }) => content).join('')
        token.attrSet('id', slugger.slug(text))
      }
      // The pages allow no inline styles.
      const [, align] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? []
      if (align) token.attrs = [['class', align]]
      for (const child of token.children ?? []) {
        const href = child.attrGet('href')
        if (href !== null) child.attrSet('href', pageAddress(href))
      }
    }
  })
  const { rules } = markdown.renderer
  const { fence } = rules
  if (!fence) throw new Error('expected a rule for code')
  // The keyboard scrolls what is wider than the page.
  rules['fence'] = (...all) => fence(...all).replace('<pre>', '<pre tabindex="0">')
  rules['table_open'] = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table">\n<table>\n'
  rules['table_close'] = () => '</table>\n</div>\n'
}
