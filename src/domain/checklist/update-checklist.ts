import { isDeepStrictEqual } from 'node:util'
import type { Changed, Domain } from '../domain.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { checkSections } from './check-sections.js'
import { newestVersions, newVersion } from './create-checklist.js'
import type { NewChecklist } from './new-checklist.js'

/** `sections` replaces all of them. */
export type ChecklistChange = Change<Omit<NewChecklist, 'copyOf'>>

/**
 * Updates a checklist. If its sections or its pass percentage change, adds a version: inspections keep the version that they
 * have answered. Questions are recognised by their `questionId`.
 */
export const updateChecklist = (domain: Domain, input: ChecklistChange): Promise<Changed> =>
  updateRecord(domain, 'Checklist', input, async (tx, errors, { id }) => {
    const name = errors.text('name', input.name)
    const versions = await newestVersions(tx, id)
    const [newest] = versions
    if (!newest) throw new Error(`The checklist ${id} has no version.`)
    const { number, ...before } = newest
    const earlier = versions.flatMap((version) => version.sections)
    const sections = errors.required('sections', input.sections)
    const passPercentage = errors.required('passPercentage', input.passPercentage)
    errors.integer('passPercentage', passPercentage, 0, 100)
    const after = {
      sections: sections ? checkSections(errors, sections, earlier) : before.sections,
      passPercentage: passPercentage ?? before.passPercentage,
    }
    if (!errors.allowWrite || isDeepStrictEqual(after, before)) return { name }
    const { companyId } = tx.viewer
    const version = newVersion(tx, number + 1, after)
    await tx.prisma.checklistVersion.create({ data: { ...version, companyId, checklistId: id } })
    return { name, version: version.number }
  })
