import { type Box, Sheet } from '../../src/reports/sheet.js'
import type { TextStyle } from '../../src/reports/style.js'

interface RecordedText {
  readonly text: string
  /** The page when the text began, and when it ended. */
  readonly pageBefore: number
  readonly pageAfter: number
}

/** Records on which page each text is. */
export class RecordedSheet extends Sheet {
  readonly texts: RecordedText[] = []

  constructor(information: Partial<ConstructorParameters<typeof Sheet>[0]> = {}) {
    super({
      ...{ title: 'Report', author: 'Harbour', subject: 'Job 1', language: 'en-GB' },
      createdAt: new Date('2027-01-04T10:00:00Z'),
      ...information,
    })
  }

  override text(text: string, style: TextStyle, box?: Box, type?: string): void {
    const pageBefore = this.pageNumber()
    super.text(text, style, box, type)
    this.texts.push({ text, pageBefore, pageAfter: this.pageNumber() })
  }

  /** The page on which a text ends. */
  pageOf(text: string): number | undefined {
    return this.texts.findLast((each) => each.text === text)?.pageAfter
  }

  private pageNumber(): number {
    return this.doc.bufferedPageRange().count
  }
}
