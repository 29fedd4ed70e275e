import sharp from 'sharp'

interface Photograph {
  readonly width?: number
  readonly height?: number
  /** As cameras store it: 6 is turned clockwise when it is shown. */
  readonly orientation?: number
  readonly exif?: Record<string, Record<string, string>>
}

/** A photograph whose left half is red and whose right half is blue. */
export async function photograph({
  width = 600,
  height = 400,
  orientation = 1,
  exif = {},
}: Photograph = {}) {
  const background = { create: { width, height, channels: 3, background: '#00f' } } as const
  const left = { create: { ...background.create, width: width / 2, background: '#f00' } }
  const input = await sharp(left).png().toBuffer()
  const pixels = await sharp(background)
    .composite([{ input, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return sharp(pixels).withExif(exif).withMetadata({ orientation })
}

/** The colour of a pixel: `red`, `blue`, or its values. */
export async function colourAt(content: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(content)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  if (red > 200 && green < 60 && blue < 60) return 'red'
  return blue > 200 && red < 60 && green < 60 ? 'blue' : `${red} ${green} ${blue}`
}

/** A PNG whose header says that it has this size. It has no pixels. */
export function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    check.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(0)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(content: Buffer): number {
  let crc = 0xffffffff
  for (const byte of content) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
