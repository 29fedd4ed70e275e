import type { ExpandedTags } from 'exifreader'
import { IMAGE_TYPES } from './document-size.js'
import { heicSize } from './heic-size.js'

/** What the beginning of an image says about it. */
export interface ImageFacts {
  /** The size in pixels, as it is shown. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly taken?: Taken
  /** In degrees north and east. */
  readonly position?: { readonly latitude: number; readonly longitude: number }
}

/** When a photograph was taken, by the clock of its camera. */
interface Taken {
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly local: string
  /** Such as `+02:00`; undefined if the camera does not know it. */
  readonly offset?: string
}

const TAGS = {
  file: ['Image Width', 'Image Height'],
  png: ['Image Width', 'Image Height'],
  exif: [
    'Orientation',
    'DateTimeOriginal',
    'OffsetTimeOriginal',
    ...['GPSLatitude', 'GPSLatitudeRef', 'GPSLongitude', 'GPSLongitudeRef'],
  ],
  gps: true as const,
}

/** Runs work on the processor, and charges its time. */
export type Measure = (work: () => void) => void

/** Charges nothing. */
export const unmeasured: Measure = (work) => {
  work()
}

/**
 * Reads the facts of an image from its beginning; undefined if the file is not an image. Values that are missing, malformed or impossible
 * are left out. Decodes no pixel. The time is limited: the library reads at most a few times as many bytes as `head` has, whatever the
 * file says.
 */
export async function factsOf(
  head: Buffer,
  contentType: string,
  measure: Measure = unmeasured,
): Promise<ImageFacts | undefined> {
  if (!IMAGE_TYPES.includes(contentType)) return undefined
  // Loaded by the first image, so that the process starts faster.
  const { default: ExifReader } = await import('exifreader')
  let facts: ImageFacts = {}
  measure(() => {
    const tags = attempt(() => ExifReader.load(head, { expanded: true, includeTags: TAGS })) ?? {}
    const size = contentType === HEIC ? attempt(() => heicSize(head)) : sizeOf(tags)
    facts = { ...(size && { size }), ...takenOf(tags), ...positionOf(tags) }
  })
  return facts
}

const HEIC = 'image/heic'

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    // The library throws on files without metadata, and on malformed ones.
    return undefined
  }
}

function sizeOf({ file, pngFile, exif }: ExpandedTags): ImageFacts['size'] {
  const from = pngFile ?? file
  const [width, height] = [from?.['Image Width']?.value, from?.['Image Height']?.value]
  if (!width || !height) return undefined
  // From 5 on, the camera was held on its side.
  const isTurned = (exif?.Orientation?.value ?? 1) >= 5
  return isTurned ? { width: height, height: width } : { width, height }
}

const TIME = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/
const OFFSET = /^[+-]\d{2}:\d{2}$/

function takenOf({ exif }: ExpandedTags): Pick<ImageFacts, 'taken'> {
  const [, year = '', month = '', day = '', time = ''] =
    TIME.exec(textOf(exif?.DateTimeOriginal?.value)) ?? []
  const local = `${year}-${month}-${day} ${time}`
  if (year < '1900' || Number.isNaN(Date.parse(local))) return {}
  const offset = textOf(exif?.OffsetTimeOriginal?.value)
  return { taken: { local, ...(OFFSET.test(offset) && { offset }) } }
}

const textOf = (value: unknown) => String((Array.isArray(value) ? value[0] : value) ?? '').trim()

function positionOf({ gps }: ExpandedTags): Pick<ImageFacts, 'position'> {
  const { Latitude: latitude = NaN, Longitude: longitude = NaN } = gps ?? {}
  const isPosition = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPosition ? { position: { latitude, longitude } } : {}
}
