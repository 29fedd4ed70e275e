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
  return id ? newestVersion(tx, id) : null
}

/** The newest version of a checklist. */
export async function newestVersion({ prisma, viewer }: TransactionDomain, checklistId: number) {
  const { number, sections, passPercentage } = await prisma.checklistVersion.findFirstOrThrow({
    where: { companyId: viewer.companyId, checklistId },
    orderBy: { number: 'desc' },
  })
  return { number, sections: sections as unknown as readonly Section[], passPercentage }
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
