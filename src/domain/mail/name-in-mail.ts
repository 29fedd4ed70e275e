const MAX_LENGTH = 60

/** Stored names can have control characters: they were refused only later. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * What makes a mail program show a part of a text as a link: a scheme, `//`, `@`, and a full stop inside of a word, in
 * all characters that domain names may have as a full stop.
 */
const PARTS_OF_LINKS = /\/{2,}|\\|[@＠]|[:：](?=\S)|(?<=\S)[.。．｡](?=\S)/gu

/**
 * A name of a company or a person as mails contain it: at most 60 characters, and without links. Otherwise, an admin of
 * any company could send texts and links of their own to any address.
 */
export function nameInMail(name: string): string {
  const words = name.replaceAll(CONTROL_CHARACTERS, ' ').replaceAll(PARTS_OF_LINKS, ' ')
  const characters = Array.from(words.replaceAll(/\s+/g, ' ').trim())
  if (characters.length <= MAX_LENGTH) return characters.join('')
  return `${characters.slice(0, MAX_LENGTH - 3).join('')}...`
}
