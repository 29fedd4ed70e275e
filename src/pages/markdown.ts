import { NAME } from './page.js'

/**
 * Renders a document of this project. `targetOf` returns the address of a link; if it returns undefined, only the text
 * of the link is shown.
 */
export async function renderMarkdown(
  text: string,
  targetOf: (href: string) => string | undefined,
): Promise<{ title: string; body: string }> {
  // Imported when a document is first shown: an instance that shows none does not load it.
  const { Marked, Renderer } = await import('marked')
  const plain = new Renderer()
  const ids = new Map<string, number>()
  let title = ''
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        if (depth === 1) title ||= heading
        return `<h${depth} id="${idOf(heading, ids)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link(token) {
        const href = targetOf(token.href)
        return href === undefined
          ? this.parser.parseInline(token.tokens)
          : plain.link.call(this, { ...token, href })
      },
      image(token) {
        return plain.image.call(this, { ...token, href: targetOf(token.href) ?? '' })
      },
    },
  })
  const body = await marked.parse(text)
  return { title: title || NAME, body }
}

/** The id of a heading, as GitHub generates it, so that links to it lead to the same place. */
function idOf(heading: string, ids: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}
