import { extname } from 'node:path'

interface FileKind {
  /** The media type that `file-type` detects. */
  readonly detected: string
  /** The media type that is stored. */
  readonly contentType: string
  /** Bytes that the content must contain. */
  readonly contains?: Buffer
}

export type FileKinds = Readonly<Record<string, FileKind>>

const JPEG = { detected: 'image/jpeg', contentType: 'image/jpeg' }
const HEIC = { detected: 'image/heic', contentType: 'image/heic' }
const ZIP = 'application/zip'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The files that a new job accepts, by extension. An .xls is an OLE compound file, like an old .doc: the name of its
 * workbook stream distinguishes it. An .xlsx is a ZIP archive that contains the name of its workbook.
 */
export const officeFiles: FileKinds = {
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

/** The files that can be uploaded, by extension: also the photographs of phones. */
export const uploadedFiles: FileKinds = { ...officeFiles, '.heic': HEIC, '.heif': HEIC }

/** The types of pictures: browsers show them in `<img>`, and links show them inline. */
export const SHOWN_TYPES: readonly string[] = [JPEG.contentType, 'image/png']

/** The type of a file is detected from this many bytes at its beginning. */
export const HEAD_BYTES = 262_144

/** Finds the media type of a file whose content arrives in parts. */
export class ContentType {
  private readonly expected: FileKind | undefined
  /** The media type of the beginning. */
  private detected: string | undefined
  private size = 0
  private hasFound: boolean
  /** The last bytes of the content so far: the wanted ones may begin in them. */
  private last = Buffer.alloc(0)

  constructor(name: string, kinds: FileKinds) {
    this.expected = kinds[extname(name.trim()).toLowerCase()]
    this.hasFound = !this.expected?.contains
  }

  /** Reads the first 256 kB of the content, or all of it. */
  async readBeginning(head: Buffer): Promise<void> {
    if (!this.expected) return
    // Loaded by the first upload, so that the process starts faster.
    const { fileTypeFromBuffer } = await import('file-type')
    // `file-type` throws on some unknown content.
    this.detected = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime
  }

  add(part: Buffer): void {
    this.size += part.length
    const wanted = this.expected?.contains
    if (this.hasFound || !wanted) return
    const searched = Buffer.concat([this.last, part])
    this.hasFound = searched.includes(wanted)
    this.last = searched.subarray(Math.max(0, searched.length - wanted.length + 1))
  }

  /** The media type of what was read; undefined if the extension is not allowed, or the content does not fit it. */
  get found(): string | undefined {
    if (!this.expected || !this.hasFound) return undefined
    const { detected, contentType } = this.expected
    // The entry that shows what a ZIP archive is may come after its beginning.
    const isCutZip = detected === XLSX && this.detected === ZIP && this.size > HEAD_BYTES
    return this.detected === detected || isCutZip ? contentType : undefined
  }
}
