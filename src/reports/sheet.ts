import PDFDocument from 'pdfkit'
import { FONT_NAMES, readFont } from './fonts.js'
import { glyphsOf } from './glyphs.js'
import { type Glyphs, type Line, linesOf } from './lines.js'
import { escapeMetadata, infoOf, type Information } from './metadata.js'
import { COLOURS, CONTENT_WIDTH, LINE_HEIGHT, PAGE, type TextStyle } from './style.js'

/** The place of a text: by default the whole width at the current height, which the text moves down. */
export interface Box {
  readonly x?: number
  readonly y?: number
  readonly width?: number
}

/** A document on which parts are written from top to bottom. A part that does not fit begins a new page. */
export class Sheet {
  readonly doc: PDFKit.PDFDocument
  y: number = PAGE.top
  private readonly root: PDFKit.PDFStructureElement
  private readonly glyphs: Glyphs

  constructor(information: Information) {
    // Margins of 0: pdfkit never adds a page by itself. Without a font, it would embed Helvetica, which PDF/A forbids.
    this.doc = new PDFDocument({
      ...{ size: 'A4', margin: 0, bufferPages: true, pdfVersion: '1.7', subset: 'PDF/A-2b' },
      ...{
        tagged: true,
        lang: information.language,
        displayTitle: true,
        font: null as unknown as string,
      },
      info: infoOf(information),
    })
    escapeMetadata(this.doc)
    // Its items are visible when the file is opened, and counted.
    Object.assign(this.doc.outline, { options: { expanded: true } })
    for (const name of FONT_NAMES) this.doc.registerFont(name, readFont(name))
    this.glyphs = glyphsOf(this.doc)
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  /** Begins a new page unless this height is left. */
  ensure(height: number): void {
    if (this.y + height <= PAGE.height - PAGE.bottom) return
    if (this.y > PAGE.top) this.newPage()
  }

  newPage(): void {
    this.doc.addPage()
    this.y = PAGE.top
  }

  lines(text: string, style: TextStyle, width = CONTENT_WIDTH): Line[] {
    return linesOf(this.glyphs, text, style, width)
  }

  heightOf(text: string, style: TextStyle, width = CONTENT_WIDTH): number {
    return this.lines(text, style, width).length * style.size * LINE_HEIGHT
  }

  /** Writes a text that may continue on the next page, as an element of the document's structure, such as `P` or `H1`. */
  text(text: string, style: TextStyle, box: Box = {}, type = 'P'): void {
    const { x = PAGE.left, width = CONTENT_WIDTH } = box
    if (box.y !== undefined) this.y = box.y
    const lines = this.lines(text, style, width)
    while (lines.length > 0) {
      this.ensure(style.size * LINE_HEIGHT)
      const space = PAGE.height - PAGE.bottom - this.y
      const fitting = Math.max(1, Math.floor(space / (style.size * LINE_HEIGHT)))
      const part = lines.splice(0, fitting)
      this.element(type, () => {
        for (const line of part) {
          this.line(line, style, style.alignRight ? x + width - line.width : x)
        }
      })
    }
  }

  /** Draws something that has a meaning: an element of the structure. */
  element(type: string, draw: () => void, alt?: string): void {
    const options = alt === undefined ? {} : { alt }
    this.root.add(this.doc.struct(type, options, [draw]))
  }

  /** Draws something without a meaning, such as a line. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    this.doc.save()
    draw(this.doc)
    this.doc.restore()
    this.doc.endMarkedContent()
  }

  /** Draws a line over the whole width. */
  rule(gapBefore = 0): void {
    this.y += gapBefore
    const { y } = this
    this.decorate((doc) => {
      doc.moveTo(PAGE.left, y).lineTo(PAGE.width - PAGE.right, y)
      doc.lineWidth(0.6).stroke(COLOURS.line)
    })
  }

  /** Draws what is repeated on each page, with `write`. */
  margin(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Pagination' })
    draw()
    this.doc.endMarkedContent()
  }

  /** Writes the first line of a text at a height, outside of the flow of the page: what fits into the width. */
  write(text: string, style: TextStyle, y: number, width = CONTENT_WIDTH): void {
    const [line] = this.lines(text, style, width)
    if (!line) return
    const before = this.y
    this.y = y
    this.line(line, style, style.alignRight ? PAGE.left + CONTENT_WIDTH - line.width : PAGE.left)
    this.y = before
  }

  async end(): Promise<Uint8Array> {
    const parts: Buffer[] = []
    const ended = new Promise((resolve, reject) => {
      this.doc.on('data', (part: Buffer) => parts.push(part))
      this.doc.on('end', resolve)
      this.doc.on('error', reject)
    })
    this.root.end()
    this.doc.end()
    await ended
    return Buffer.concat(parts)
  }

  /** Writes one line at the current height, and moves below it. */
  private line({ runs }: Line, { size, colour = COLOURS.ink }: TextStyle, left: number): void {
    let x = left
    const baseline = this.y + size * 1.02
    for (const { font, text, width } of runs) {
      this.doc.font(font).fontSize(size).fillColor(colour)
      this.doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
      x += width
    }
    this.y += size * LINE_HEIGHT
  }
}
