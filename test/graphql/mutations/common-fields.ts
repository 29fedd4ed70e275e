import { randomUUID } from 'node:crypto'
import { newUpload, type TestCompany } from '../../support/builders.js'
import { inputTypeOf } from './run-mutation.js'

interface Versioned {
  findFirstOrThrow(args: { where: object }): Promise<{ updatedAt: Date }>
}

/** Valid values for the fields that the inputs of many mutations have, given the other fields. */
export async function commonFields(company: TestCompany, name: string, input: object) {
  const fields = inputTypeOf(name).getFields()
  return {
    ...('rows' in input &&
      name.startsWith('update') && { rows: await versioned(company, name, input) }),
    ...('idempotencyKey' in fields && { idempotencyKey: randomUUID() }),
    ...('documentIds' in fields && { documentIds: [(await newUpload(company)).uuid] }),
    ...('logoDocumentId' in fields && { logoDocumentId: (await newUpload(company)).uuid }),
    ...('pictureDocumentId' in fields && { pictureDocumentId: (await newUpload(company)).uuid }),
    ...('dryRun' in fields && { dryRun: false }),
    ...('expectedUpdatedAt' in fields && {
      expectedUpdatedAt: await updatedAtOf(company, name, input),
    }),
    ...('onConflict' in fields && { onConflict: 'REJECT' }),
  }
}

/** The rows of a bulk update, with the versions that their records have. */
const versioned = (company: TestCompany, name: string, { rows }: { rows?: unknown }) =>
  Promise.all(
    (rows as object[]).map(async (row) => ({
      ...row,
      expectedUpdatedAt: await updatedAtOf(company, name.replace(/s$/, ''), row),
    })),
  )

/** The `updatedAt` of the record that an update changes. */
export async function updatedAtOf({ admin, db }: TestCompany, name: string, input: object) {
  const { companyId, userId } = admin.viewer
  if (name === 'updateCompany') return timeOf(db.prisma.company, { id: companyId })
  if (name === 'updateProfile' || name === 'updateNotificationPreferences')
    return timeOf(db.prisma.user, { id: userId })
  const model = `${name.charAt(6).toLowerCase()}${name.slice(7)}` as 'client'
  return timeOf(db.prisma[model], { uuid: (input as { id: string }).id })
}

const timeOf = async (table: unknown, where: object) =>
  (await (table as Versioned).findFirstOrThrow({ where })).updatedAt.toISOString()
