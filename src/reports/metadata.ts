import { escapeHtml } from '../domain/mail/escape-html.js'

export interface Information {
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly language: string
  readonly createdAt: Date
}

/** The information as pdfkit writes it. */
export const infoOf = ({ title, author, subject, createdAt }: Information) => ({
  ...{ Title: title, Author: author, Subject: subject, CreationDate: createdAt },
  ...{ ModDate: createdAt, Creator: 'Field Inspection Service' },
})

/** What pdfkit reads when the document ends, and does not declare. */
interface Writer {
  info: Readonly<Record<string, unknown>>
  _addInfo: () => void
}

/** Stored names can have control characters, which XML forbids: they were refused only later. */
const CONTROL_CHARACTERS = /\p{Cc}/gu

/** pdfkit writes the texts of `info` into the XML of the metadata as they are. */
export function escapeMetadata(doc: PDFKit.PDFDocument): void {
  const writer = doc as unknown as Writer
  const addInfo = writer._addInfo.bind(writer)
  writer._addInfo = () => {
    const { info } = writer
    writer.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [name, escaped(value)]),
    )
    addInfo()
    writer.info = info
  }
}

const escaped = (value: unknown) =>
  typeof value === 'string' ? escapeHtml(value.replaceAll(CONTROL_CHARACTERS, ' ')) : value
