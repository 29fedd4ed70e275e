/** The longest line that no encoding of mails breaks. */
const MAX_LINE = 76

/** Breaks lines at spaces. A token or a link has no space. `indent` begins each line that continues another one. */
export function wrapLines(text: string, indent = ''): string {
  const most = MAX_LINE - indent.length
  const tooLong = new RegExp(`(?=.{${most + 1}})(.{1,${most}}) `, 'gu')
  return text.replaceAll(tooLong, `$1\n${indent}`)
}
