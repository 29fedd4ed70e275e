import type { Created, TransactionDomain } from '../domain.js'
import { updateFindings } from '../finding/findings-of-answers.js'
import { findFindings } from '../finding/written-findings.js'
import { queueReports } from '../report/queue-reports.js'
import { findDueBases } from './due-bases.js'
import { insertInspections } from './insert-inspections.js'
import { findingAnswersOf, findLaterAnswers } from './later-answers.js'
import type { ValidInspection } from './new-inspection.js'
import { updateAssetStates } from './update-asset-states.js'

/**
 * Inserts inspections, queues their reports, and updates the states and the findings of their assets. Returns the keys in the order of the rows. The
 * transaction must have locked the assets.
 */
export async function writeInspections(
  tx: TransactionDomain,
  inspections: readonly ValidInspection[],
): Promise<Created[]> {
  const dueBases = await findDueBases(tx, inspections)
  const rows = inspections.map((row, index) => ({ ...row, dueBasis: dueBases[index] ?? null }))
  const answers = inspections.map(({ answered }) => {
    const answerOf = (questionId: string) => answered?.answers.get(questionId)
    return answered ? findingAnswersOf(answered.version.sections, answerOf) : []
  })
  const answering = inspections.filter((_, index) => answers[index]?.length)
  const late = answering.filter(
    ({ asset: { lastInspection }, inspectedAt }) => lastInspection && lastInspection > inspectedAt,
  )
  // An outcome without answers proves nothing more than the list of inspections does: its report is made on request.
  const reported = inspections.filter(({ answered }) => answered).map(({ uuid }) => uuid)
  const later = await findLaterAnswers(tx, late.map(ofAsset))
  // The statements of one `Promise.all` are sent together, in this order.
  const [created, , findings] = await Promise.all([
    insertInspections(tx, rows),
    updateAssetStates(
      tx,
      inspections.map(({ asset }) => asset.id),
    ),
    findFindings(
      tx,
      answering.map(({ asset }) => asset.id),
      later.map(({ inspection }) => inspection.id),
    ),
    queueReports(tx, 'inspection', reported),
  ])
  const recorded = inspections.map((row, index) => ({
    ...ofAsset(row),
    inspection: { id: created[index]?.id ?? 0 },
    answers: answers[index] ?? [],
  }))
  await updateFindings(tx, [...recorded, ...later], findings)
  return created
}

const ofAsset = ({ asset, inspectedAt }: ValidInspection) => ({ assetId: asset.id, inspectedAt })
