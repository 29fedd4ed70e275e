import { Prisma } from '../../db/generated/prisma/client.js'
import { readModel } from '../../db/generated/read-model.js'
import type { Domain } from '../domain.js'
import type { RemovableModel } from '../record/require-record.js'

/** Sets when a record was removed; null: not removed. Sets the same for the barcode of an asset. */
export async function markRemoved(
  { prisma, viewer: { companyId }, now }: Domain,
  model: RemovableModel,
  id: number,
  time: Date | null,
): Promise<void> {
  await prisma.$executeRaw`
    update ${Prisma.raw(readModel[model].table)}
    set deleted_at = ${time}::timestamptz, updated_at = ${now()}::timestamptz
    where id = ${id} and company_id = ${companyId}`
  if (model === 'Asset') {
    await prisma.barcode.updateMany({
      where: { companyId, assetId: id },
      data: { deletedAt: time },
    })
  }
}
