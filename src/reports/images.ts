import sharp from 'sharp'

/** An image as a PDF embeds it. */
export interface ReportImage {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The longest side of an embedded image, in pixels: 300 dots per inch at the width of a photograph. */
const PIXELS = { photograph: 720, picture: 900 }

/** The most pixels of an image that is decoded: a larger one would need more than 400 MB. */
const MAX_PIXELS = 100_000_000

/**
 * Makes an image smaller, upright and opaque, because reports embed the pixels only. `picture`: a logo or a signature, whose lines stay
 * sharp. Undefined if it cannot be decoded.
 */
export async function prepareImage(
  content: Uint8Array,
  kind: keyof typeof PIXELS,
): Promise<ReportImage | undefined> {
  const side = PIXELS[kind]
  try {
    const image = sharp(content, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
    const encoded =
      kind === 'picture'
        ? image.png({ palette: false })
        : image.jpeg({ quality: 78, mozjpeg: false })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return undefined
  }
}
