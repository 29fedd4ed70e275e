/** The longest line that no encoding of mails breaks. */
const MAX_LINE = 76

const TOO_LONG = new RegExp(`(?=.{${MAX_LINE + 1}})(.{1,${MAX_LINE}}) `, 'gu')

/** Breaks lines at spaces. A token or a link has no space. */
export const wrapLines = (text: string): string => text.replaceAll(TOO_LONG, '$1\n')
