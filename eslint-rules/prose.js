/** Replaces characters that are not prose, to prevent matches across them. */
const GAP = '\0'

const SQL =
  /\b(?:select|insert into|update \w+ set|delete from|from \w+ where|create (?:table|index))\b/i
const WORDS = /\w+ \w+ \w+/

const gaps = (/** @type {string} */ text) => text.replaceAll(/\S/g, GAP)
const blanks = (/** @type {string} */ text) => text.replaceAll(/\S/g, ' ')

/** Replaces code in backticks, URLs and JSDoc tags with gaps. */
const withoutQuotes = (/** @type {string} */ text) =>
  text.replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\/\/\S+|\{@\w+[^}]*\}|@\w+/g, gaps)

/**
 * The prose of a TypeScript file: its comments, and its strings of three words or more unless they are SQL. All other
 * characters are gaps, so that each character of the prose has the same offset as in the file.
 *
 * @param {string} text
 * @param {readonly { range?: [number, number] | undefined }[]} comments
 * @param {readonly { type: string; range: [number, number] }[]} tokens
 * @returns {string}
 */
export function proseOfCode(text, comments, tokens) {
  let prose = gaps(text)
  const keep = (/** @type {number} */ start, /** @type {string} */ part) => {
    prose = prose.slice(0, start) + part + prose.slice(start + part.length)
  }
  for (const { range } of comments) {
    if (!range) continue
    const comment = text.slice(...range)
    keep(range[0], withoutQuotes(comment.replaceAll(/^\/\/|^\/\*+|\*\/$|^\s*\*(?!\/)/gm, blanks)))
  }
  for (const { type, range } of tokens) {
    const string = text.slice(...range)
    if ((type !== 'String' && type !== 'Template') || !WORDS.test(string) || SQL.test(string))
      continue
    keep(range[0], GAP + withoutQuotes(string.slice(1, -1)) + GAP)
  }
  return prose
}

/**
 * The prose of a Markdown file: code, URLs and HTML comments are gaps.
 *
 * @param {string} text
 * @returns {string}
 */
export const proseOfMarkdown = (text) =>
  withoutQuotes(text.replaceAll(/^ *```[\s\S]*?^ *```|<!--[\s\S]*?-->/gm, gaps)).replaceAll(
    '|',
    GAP,
  )
