import { readFile } from 'node:fs/promises'
import { ScriptError } from '../command/script-error.js'

const BYTE_ORDER_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }

/** Reads a text file in UTF-8, or, if its byte order mark says so, in UTF-16, as Excel writes "Unicode Text". */
export async function readText(path: string): Promise<string> {
  try {
    const bytes = await readFile(path)
    const encoding = BYTE_ORDER_MARKS[bytes.subarray(0, 2).toString('hex')] ?? 'utf-8'
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const isText = code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    throw new ScriptError(
      isText
        ? `${path} is neither UTF-8 nor UTF-16. In a spreadsheet, save it as "CSV UTF-8".`
        : `${path} cannot be read (${code}).`,
    )
  }
}

/** The character between the values: the one that leads to the most known columns in the header, by default a comma. */
export function delimiterOf(text: string, isKnown: (column: string) => boolean): string {
  const [header = ''] = text.trimStart().split(/\r?\n/, 1)
  const knownWith = (delimiter: string) =>
    header.split(delimiter).filter((name) => isKnown(name.trim().replace(/^"(.*)"$/, '$1'))).length
  return [',', ';', '\t'].reduce((best, each) => (knownWith(each) > knownWith(best) ? each : best))
}
