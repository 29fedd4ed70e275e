import { extname } from 'node:path'

interface FileKind {
  /** The media type that `file-type` detects. */
  readonly detected: string
  /** The media type that is stored. */
  readonly contentType: string
  /** Bytes that the content must contain. */
  readonly contains?: Buffer
}

const JPEG = { detected: 'image/jpeg', contentType: 'image/jpeg' }
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The files that a job accepts, by extension. An .xls is an OLE compound file, like an old .doc: the name of its
 * workbook stream distinguishes it. An .xlsx is a ZIP archive that contains the name of its workbook.
 */
const allowed: Readonly<Record<string, FileKind>> = {
  '.pdf': { detected: 'application/pdf', contentType: 'application/pdf' },
  '.png': { detected: 'image/png', contentType: 'image/png' },
  '.jpg': JPEG,
  '.jpeg': JPEG,
  '.xlsx': { detected: XLSX, contentType: XLSX, contains: Buffer.from('xl/workbook.') },
  '.xls': {
    detected: 'application/x-cfb',
    contentType: 'application/vnd.ms-excel',
    // The end of `Workbook`, and of `Book` in files of Excel 95 and older.
    contains: Buffer.from('ook\0', 'utf16le'),
  },
}

/** The media type of a file; undefined if its extension is not allowed, or its content does not fit the extension. */
export async function contentTypeOf(name: string, content: Buffer): Promise<string | undefined> {
  const expected = allowed[extname(name.trim()).toLowerCase()]
  if (!expected) return undefined
  // Loaded by the first upload, so that the process starts faster.
  const { fileTypeFromBuffer } = await import('file-type')
  // `file-type` throws on some unknown content.
  const type = await fileTypeFromBuffer(content).catch(() => undefined)
  const fits =
    type?.mime === expected.detected && (!expected.contains || content.includes(expected.contains))
  return fits ? expected.contentType : undefined
}
