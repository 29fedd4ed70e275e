import type { FontName } from './fonts.js'
import type { Glyphs } from './lines.js'

/** pdfkit has no public method that says whether a font has a letter. */
interface CurrentFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** What is known of the registered fonts of a document. */
export function glyphsOf(doc: PDFKit.PDFDocument): Glyphs {
  const known = new Map<string, boolean>()
  const has = (font: FontName, codePoint: number) => {
    const key = `${font} ${codePoint}`
    let found = known.get(key)
    if (found === undefined) {
      doc.font(font)
      found = (doc as unknown as CurrentFont)._font.font.hasGlyphForCodePoint(codePoint)
      known.set(key, found)
    }
    return found
  }
  const width = (font: FontName, size: number, text: string) =>
    doc.font(font).fontSize(size).widthOfString(text)
  return { has, width, words: new Map() }
}
