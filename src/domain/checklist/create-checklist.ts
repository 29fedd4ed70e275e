import { v7 as newUuid } from 'uuid'
import type { Created, Domain, TransactionDomain } from '../domain.js'
import { createRecord } from '../record/create-record.js'
import { lockReference } from '../record/lock-reference.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkSections } from './check-sections.js'
import { checksIn, type Section } from './checklist-content.js'
import type { NewChecklist } from './new-checklist.js'

/** Creates a checklist with its first version. */
export const createChecklist = (domain: Domain, input: NewChecklist): Promise<Created> =>
  createRecord(domain, 'Checklist', async (tx, errors) => {
    const name = errors.text('name', input.name)
    const copied = await findCopied(tx, errors, input)
    const version = newVersion(tx, 1, {
      sections: input.sections ? checkSections(errors, input.sections) : (copied?.sections ?? []),
      passPercentage:
        errors.integer('passPercentage', input.passPercentage, 0, 100) ??
        copied?.passPercentage ??
        100,
    })
    return { name, versions: { create: version } }
  })

/** The newest version of the checklist that the new one is a copy of. */
async function findCopied(
  tx: TransactionDomain,
  errors: ValidationErrors,
  { copyOf }: NewChecklist,
) {
  const id = await lockReference(tx, errors, 'copyOf', 'Checklist', copyOf)
  return id ? (await newestVersions(tx, id, 1))[0] : null
}

/** Versions of a checklist, the newest first. */
export async function newestVersions(
  { prisma, viewer: { companyId } }: TransactionDomain,
  checklistId: number,
  most?: number,
) {
  const versions = await prisma.checklistVersion.findMany({
    where: { companyId, checklistId },
    orderBy: { number: 'desc' },
    select: { number: true, sections: true, passPercentage: true },
    ...(most !== undefined && { take: most }),
  })
  return versions.map(({ sections, ...version }) => ({
    ...version,
    sections: sections as unknown as readonly Section[],
  }))
}

/** The data of a version to insert. */
export const newVersion = (
  { viewer: { userId } }: TransactionDomain,
  number: number,
  content: { readonly sections: readonly Section[]; readonly passPercentage: number },
) => ({
  uuid: newUuid(),
  number,
  ...content,
  checksCount: checksIn(content.sections),
  userId,
})
