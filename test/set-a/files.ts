const little = (bytes: 2 | 4, value: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** A zip of uncompressed files. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const length = little(4, content.length)
    const common = [little(2, 20), little(2, 0), little(2, 0), little(4, 0), little(4, 0)]
    const sizes = [length, length, little(2, name.length), little(2, 0)]
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      ...common,
      ...sizes,
      Buffer.from(name),
      content,
    ])
    const rest = [little(2, 0), little(2, 0), little(2, 0), little(4, 0), little(4, offset)]
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        little(2, 20),
        ...common,
        ...sizes,
        ...rest,
        Buffer.from(name),
      ]),
    )
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const count = little(2, directory.length)
  const end = [little(4, 0), count, count, little(4, central.length), little(4, offset)]
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), ...end, little(2, 0)])
}

const types = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${main}+xml"/></Types>`

export const xlsx = zipOf({
  '[Content_Types].xml': types('spreadsheetml.sheet.main'),
  'xl/workbook.xml': '<workbook/>',
})
export const docx = zipOf({
  '[Content_Types].xml': types('wordprocessingml.document.main'),
  'word/document.xml': '<document/>',
})
export const plainZip = zipOf({ 'readme.txt': 'Hello.' })

/** The start of an OLE compound file, with the name of one of its streams. */
const compoundOf = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from(`${stream}\0`, 'utf16le'),
    Buffer.alloc(256),
  ])
export const xls = compoundOf('Workbook')
export const oldXls = compoundOf('Book')
export const doc = compoundOf('WordDocument')

export const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A PDF of `bytes` bytes. */
export const pdfOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n')], bytes)
export const pdf = pdfOf(64)

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The beginning of a HEIC photograph: its `ftyp` box. */
export const heic = Buffer.concat([
  Buffer.from('0000001c', 'hex'),
  Buffer.from('ftypheic\0\0\0\0heicmif1miaf'),
  Buffer.alloc(64),
])
