import pLimit from 'p-limit'
import type { ImageToShow } from '../domain/report/renderer.js'
import { ImageProcess, ImageProcessEnded } from '../images/image-process.js'
import type { ImageJob, ImageResponse } from '../images/protocol.js'
import { ObjectMissingError } from '../storage/object-store.js'

/** An image as a PDF embeds it. */
export interface ReportImage {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** An image that a report shows. `picture`: a logo or a signature, whose lines stay sharp. */
export interface WantedImage {
  readonly id: string
  readonly kind: 'photograph' | 'picture'
}

/** How images become small. The longer side of a photograph has 300 dots per inch at the width that it has on a page. */
const JOBS = {
  photograph: { longerSide: 720, format: 'jpeg' },
  picture: { longerSide: 900, format: 'png' },
} as const

/** Decoding a JPEG takes one core. While two decode, the third one receives its next image. */
const AT_THE_SAME_TIME = 3

/** An image whose process has ended is tried this often: not each end of a process is the fault of its image. */
const MOST_ATTEMPTS = 2

/** If more images of a report end their processes, the fault is hardly theirs, so the report is made later. */
const MOST_ENDED = 3

/** The answer for an image whose content is lost. An operator finds it with `documents check`. */
const LOST: ImageResponse = { undecodable: 'The content is missing.', processorMs: 0 }

/**
 * Makes the images of reports small, in processes that decode as those of thumbnails do, but serve reports only: neither waits for the
 * other.
 */
export class ReportImages {
  private readonly processes = Array.from({ length: AT_THE_SAME_TIME }, () => new ImageProcess())
  private readonly idle = [...this.processes]
  private readonly limit = pLimit(AT_THE_SAME_TIME)

  /** The images by the ids of their documents, without those that were removed or lost, or that cannot be decoded. */
  async prepare(
    wanted: readonly WantedImage[],
    find: (id: string) => Promise<ImageToShow | undefined>,
  ): Promise<ReadonlyMap<string, ReportImage>> {
    const prepared = new Map<string, ReportImage>()
    const ended = new Set<string>()
    const prepareOne = async ({ id, kind }: WantedImage) => {
      const image = await find(id)
      if (!image) return
      const response = await this.make({ ...JOBS[kind], contentType: image.contentType }, image)
      if (!response) ended.add(id)
      if (ended.size > MOST_ENDED) throw new Error('The processes that decode images have ended.')
      if (response && 'missing' in response) throw new Error(response.missing)
      if (!response || 'undecodable' in response) return
      const { made: bytes, width, height } = response
      prepared.set(id, { bytes, width, height })
    }
    try {
      await Promise.all(wanted.map((each) => this.limit(prepareOne, each)))
    } finally {
      // After an error, the others wait no more.
      this.limit.clearQueue()
    }
    return prepared
  }

  stop(): void {
    for (const each of this.processes) each.stop()
  }

  /** Undefined if the process has ended each time. */
  private async make(job: ImageJob, image: ImageToShow): Promise<ImageResponse | undefined> {
    const own = this.idle.pop()
    if (!own) throw new Error('expected a process that is free')
    try {
      for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
        try {
          return await own.run(job, image.read())
        } catch (error) {
          if (error instanceof ObjectMissingError) return LOST
          if (!(error instanceof ImageProcessEnded)) throw error
          if (error.isStuck) return undefined
        }
      }
      return undefined
    } finally {
      this.idle.push(own)
    }
  }
}
