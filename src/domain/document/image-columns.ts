import type { TransactionDomain } from '../domain.js'
import { instantOf } from '../site/site-time.js'
import type { ValidationErrors } from '../validation-errors.js'
import { MAX_PIXELS } from './document-size.js'
import type { ImageFacts } from './image-facts.js'

/** Refuses an image that has too many pixels, by its header. */
export function checkPixels(
  errors: ValidationErrors,
  path: readonly (string | number)[],
  { size }: ImageFacts = {},
): void {
  if (size && size.width * size.height > MAX_PIXELS)
    errors.add('OUT_OF_RANGE', path, `At most ${MAX_PIXELS / 1e6} megapixels are allowed.`)
}

/** The columns of a document with the facts of an image. The position is left out unless the company wants it. */
export async function imageColumns(tx: TransactionDomain, image: ImageFacts = {}) {
  const { size, taken, position } = image
  const takenAt = taken && (await takenAtOf(tx, taken))
  return {
    ...(isStorable(size) && size),
    ...(takenAt && { takenAt }),
    ...(position && (await wantsPositions(tx)) && position),
  }
}

const isStorable = (size: ImageFacts['size']) =>
  size && Math.max(size.width, size.height) <= MAX_PIXELS

/** A time without an offset is in the time zone of the user. */
async function takenAtOf(
  { prisma, viewer: { companyId, userId } }: TransactionDomain,
  { local, offset }: NonNullable<ImageFacts['taken']>,
): Promise<Date | undefined> {
  if (offset !== undefined) {
    const at = new Date(`${local.replace(' ', 'T')}${offset}`)
    return Number.isNaN(at.getTime()) ? undefined : at
  }
  const { timezone } = await prisma.user.findUniqueOrThrow({
    where: { companyId_id: { companyId, id: userId } },
    select: { timezone: true },
  })
  return instantOf(local, timezone)
}

async function wantsPositions({ prisma, viewer }: TransactionDomain): Promise<boolean> {
  const { photoPositions } = await prisma.company.findUniqueOrThrow({
    where: { id: viewer.companyId },
    select: { photoPositions: true },
  })
  return photoPositions
}
