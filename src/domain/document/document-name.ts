import type { ValidationErrors } from '../validation-errors.js'

/** Includes the characters that reverse the direction of text: with these, a name can disguise its extension. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}]/gu

/** Checks the name of a file. Removes folders and control characters. */
export function checkDocumentName(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  given: string,
): string {
  const name = given.split(/[/\\]/).at(-1) ?? ''
  return errors.text(path, name.replace(CONTROL_CHARACTERS, ''))
}
