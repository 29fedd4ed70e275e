import { Random } from '../random.js'
import type { CompanyRows, Rows } from '../rows.js'
import { answerChecklist } from './checklists.js'
import { type Context, cyclicItem, newIdentity } from './context.js'
import { monthlyVisits } from './monthly-checks.js'
import { failureRate, otherVisits, sitesOfZones, visitsInJobs } from './visits.js'

/** The test of an emergency light. */
const testOf = (jobType: { readonly description: string } | null) =>
  jobType?.description.startsWith('Annual') ? 'Yearly duration test' : 'Monthly function test'

/** The inspections of the last year, oldest first: monthly checks, visits in jobs, and others. */
export function generateInspections(
  context: Context,
  rows: Rows<'Zone' | 'Asset' | 'AssetType' | 'Job' | 'JobZone' | 'ChecklistVersion'>,
  technicianIds: readonly number[],
): CompanyRows['Inspection'] {
  const { random } = context
  const { jobTypes, assetTypes } = context.company.catalogue
  const siteOf = sitesOfZones(rows.Zone)
  const inJobs = visitsInJobs(context, rows)
  const visits = [
    ...inJobs,
    ...otherVisits(context, rows, inJobs, technicianIds),
    ...monthlyVisits(context, rows, technicianIds),
  ]
  // A generator of its own, so that the answers change no other data.
  const own = new Random(`${context.company.key} answers`)
  visits.sort((one, other) => one.inspectedAt.getTime() - other.inspectedAt.getTime())

  return visits.map(({ asset, job, inspectorId, inspectedAt, ...visit }, index) => {
    const fails = visit.fails ?? random.chance(failureRate(siteOf.get(asset.zoneId)))
    const jobType = job && cyclicItem(jobTypes, job.typeId - 1)
    const pass = jobType && jobType.passPercentage
    const { faults } = cyclicItem(assetTypes, asset.typeId - 1)
    const score = pass && (fails ? random.integer(20, pass - 1) : random.integer(pass, 100))
    const note = fails ? random.pick(faults) : noteOf(random)
    const version = cyclicItem(rows.ChecklistVersion, asset.typeId - 1)
    const known = [...Object.values(asset.metaData as Record<string, string>), testOf(jobType)]
    const answers = { fails, note: note ?? '', answeredAt: inspectedAt, known }
    // Monthly checks always have answers.
    const unanswered = visit.fails === undefined ? 0.1 : 0
    const answered = answerChecklist(own, version, answers, pass, unanswered)
    return {
      ...newIdentity(context, index),
      assetId: asset.id,
      jobId: job?.id ?? null,
      inspectorId,
      ...(answered ?? { outcome: fails ? 'failed' : 'passed', score }),
      note,
      inspectedAt,
      createdAt: inspectedAt,
      updatedAt: inspectedAt,
    }
  })
}

/** The note of a passed inspection. */
const noteOf = (random: Random): string | null =>
  random.chance(0.1) ? random.pick(['Cleaned.', 'Label renewed.', 'No remarks.']) : null
