import { extname } from 'node:path'

interface Allowed {
  /** What the content is found to be. */
  readonly found: string
  /** The media type under which it is kept. */
  readonly contentType: string
  /** What the content must hold besides. */
  readonly holds?: Buffer
}

const JPEG = { found: 'image/jpeg', contentType: 'image/jpeg' }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The files that a job may come with, by extension. An .xls is a compound file like an old .doc, and tells itself by
 * the stream that holds its workbook; an .xlsx is a zip, and names the part that does.
 */
const allowed: Readonly<Record<string, Allowed>> = {
  '.pdf': { found: 'application/pdf', contentType: 'application/pdf' },
  '.png': { found: 'image/png', contentType: 'image/png' },
  '.jpg': JPEG,
  '.jpeg': JPEG,
  '.xlsx': { found: XLSX, contentType: XLSX, holds: Buffer.from('xl/workbook.') },
  '.xls': {
    found: 'application/x-cfb',
    contentType: 'application/vnd.ms-excel',
    // `Workbook`, and in files of 1995 and before `Book`.
    holds: Buffer.from('ook\0', 'utf16le'),
  },
}

/** The media type of a file; undefined where its name or its content is none that is allowed, or they disagree. */
export async function contentTypeOf(name: string, content: Buffer): Promise<string | undefined> {
  const expected = allowed[extname(name.trim()).toLowerCase()]
  if (!expected) return undefined
  // Loaded by the first upload, to start sooner.
  const { fileTypeFromBuffer } = await import('file-type')
  // It may also throw on bytes that are of no type.
  const type = await fileTypeFromBuffer(content).catch(() => undefined)
  const fits =
    type?.mime === expected.found && (!expected.holds || content.includes(expected.holds))
  return fits ? expected.contentType : undefined
}
