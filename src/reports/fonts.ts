import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/*
 * The fonts that a PDF embeds: the fonts that every reader of PDF has know only the letters of Western Europe. Noto Sans has Latin,
 * Greek, Cyrillic and Devanagari; DejaVu Sans has symbols, Armenian, Georgian and more. pdfkit does not look for a missing letter in
 * another font, so `lines.ts` divides a text into runs of one font each.
 */

const isCompiled = import.meta.url.endsWith('.js')

/** The name of each file below the build, and its place in a package. */
const FILES = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  symbols: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  boldSymbols: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
} as const

export type FontName = keyof typeof FILES

export const FONT_NAMES = Object.keys(FILES) as FontName[]

/** The fonts that are tried for each letter, in this order. */
export const fontsFor = (style: {
  readonly bold?: boolean
  readonly mono?: boolean
}): readonly FontName[] => {
  if (style.mono) return ['mono', 'symbols']
  return style.bold ? ['bold', 'boldSymbols', 'symbols'] : ['regular', 'symbols']
}

/** The files of the packages, for the build. */
export const fontFiles = FILES

/** Reads a font: beside the built worker, or from its package. */
export function readFont(name: FontName): Buffer {
  if (isCompiled) return readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))
  return readFileSync(createRequire(import.meta.url).resolve(FILES[name]))
}
