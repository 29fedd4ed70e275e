/** An ESLint parser for Markdown files. Returns an empty syntax tree: the rules for Markdown read the text. */
export const markdownParser = {
  meta: { name: 'markdown-parser' },
  parse: (/** @type {string} */ text) => {
    const lines = text.split('\n')
    return {
      type: 'Program',
      body: [],
      comments: [],
      tokens: [],
      sourceType: 'module',
      range: [0, text.length],
      loc: {
        start: { line: 1, column: 0 },
        end: { line: lines.length, column: lines.at(-1)?.length ?? 0 },
      },
    }
  },
}
