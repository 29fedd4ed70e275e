import { DomainError } from '../domain/errors.js'
import type { MakeThumbnail } from '../domain/document/thumbnail.js'
import { ImageProcess, ImageProcessEnded } from './image-process.js'
import { Turns } from './turns.js'

/** The seconds after which a client may ask again. */
const RETRY_SECONDS = 5

/** A request that asks for images. */
interface Client {
  /** Calls a function when the client has left. */
  readonly onLeave: (leave: () => void) => void
  /** Charges processor time, in milliseconds. */
  readonly charge: (processorMs: number) => void
}

/** Makes smaller copies of images, one at a time. */
export class Images {
  private readonly turns = new Turns()
  private readonly process = new ImageProcess()

  /** The `ImageMaker` of one client. */
  for({ onLeave, charge }: Client) {
    return {
      inTurn: async <Result>(
        companyId: number,
        work: (make: MakeThumbnail) => Promise<Result>,
      ): Promise<Result> => {
        const make: MakeThumbnail = (job, content) => this.make(job, content, charge)
        const done = await this.turns.take(
          companyId,
          async () => ({ result: await work(make) }),
          onLeave,
        )
        if (!done) throw unavailable('Too many thumbnails are being made.')
        return done.result
      },
    }
  }

  stop(): void {
    this.process.stop()
  }

  private async make(
    job: Parameters<MakeThumbnail>[0],
    content: AsyncIterable<Uint8Array>,
    charge: Client['charge'],
  ) {
    const response = await this.process.run(job, content).catch((error: unknown) => {
      if (error instanceof ImageProcessEnded)
        throw unavailable('The thumbnail could not be made in time.')
      throw error
    })
    if ('missing' in response)
      throw unavailable(`Thumbnails are not available. ${response.missing}`)
    charge(response.processorMs)
    return 'made' in response ? response.made : undefined
  }
}

const unavailable = (message: string) => new DomainError('OVERLOADED', message, [], RETRY_SECONDS)
