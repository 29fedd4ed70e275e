import { proseOfCode, proseOfMarkdown } from './prose.js'
import { words } from './words.js'

/**
 * Reports words of the list in comments, strings and Markdown, with what to write instead.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const plainWords = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Write plain words: see eslint-rules/words.js.' },
    schema: [{ type: 'array', items: { type: 'object' } }],
    messages: { avoid: '"{{found}}": write {{instead}} instead ({{why}}).' },
  },
  create(context) {
    const list = [...words, ...moreWords(context.options)]
    const { sourceCode } = context
    return {
      Program() {
        const { text, ast } = sourceCode
        const prose = context.filename.endsWith('.md')
          ? proseOfMarkdown(text)
          : proseOfCode(text, sourceCode.getAllComments(), ast.tokens)
        for (const { words: pattern, instead, why } of list) {
          for (const { 0: match, index } of prose.matchAll(expressionOf(pattern))) {
            const found = match.trim().replaceAll(/\s+/g, ' ')
            context.report({
              loc: {
                start: sourceCode.getLocFromIndex(index),
                end: sourceCode.getLocFromIndex(index + match.length),
              },
              messageId: 'avoid',
              data: { found, instead, why },
            })
          }
        }
      },
    }
  },
}

export default { meta: { name: 'words' }, rules: { plain: plainWords } }

/** @typedef {readonly import('./words.js').Word[]} Words */
/** @type {(options: readonly unknown[]) => Words} */
const moreWords = ([list]) => (list === undefined ? [] : /** @type {Words} */ (list))

const expressionOf = (/** @type {string} */ pattern) =>
  new RegExp(`(?<![\\w'’-])(?:${pattern.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gimu')
