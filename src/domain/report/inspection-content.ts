import { questionsOf } from '../checklist/checklist-content.js'
import type { FileRow, FindingRow, InspectionRow } from './find-report-rows.js'
import type {
  ReportFile,
  ReportFinding,
  ReportInspection,
  ReportSection,
} from './report-content.js'
import { AnswerTexts } from './report-text.js'

export const fileOf = ({ uuid, name, contentType, size, sha256 }: FileRow): ReportFile => ({
  documentId: uuid,
  ...{ name, contentType, size, sha256 },
})

/** An inspection with its answers as they were asked: the questions of the answered version, in its order. */
export function inspectionContent(
  row: InspectionRow,
  files: readonly FileRow[],
  texts: AnswerTexts,
): ReportInspection {
  const { uuid, assetId, code, type, zone, inspectedAt, inspector, outcome, score, note } = row
  const own = files.filter(({ inspectionId }) => inspectionId === row.id)
  return {
    inspectionId: uuid,
    asset: { assetId, code, type },
    ...{ zone, inspector, score, note },
    inspectedAt: inspectedAt.toISOString(),
    outcome,
    checklist: row.checklist === null ? null : { name: row.checklist, version: row.version ?? 0 },
    sections: sectionsOf(row, own, texts),
    photographs: own.filter(({ questionId }) => questionId === null).map(fileOf),
  }
}

function sectionsOf(
  { sections: all, answers }: InspectionRow,
  files: readonly FileRow[],
  texts: AnswerTexts,
): ReportSection[] {
  const sections = all ?? []
  const byId = new Map(questionsOf(sections).map((each) => [each.questionId, each]))
  return sections
    .map(({ name, questions }) => ({
      name,
      answers: questions.flatMap((question) => {
        const { questionId, text, showIf } = question
        const answer = answers?.[questionId]
        if (!answer) return []
        const { notApplicable, fails, note, answeredAt } = answer
        return [
          {
            ...{ questionId, question: text, notApplicable, fails, note, answeredAt },
            condition: texts.condition(showIf, byId),
            answer: texts.answer(question, answer),
            photographs: files.filter((file) => file.questionId === questionId).map(fileOf),
          },
        ]
      }),
    }))
    .filter((section) => section.answers.length > 0)
}

export const findingContent = (row: FindingRow, files: readonly FileRow[]): ReportFinding => ({
  findingId: row.uuid,
  assetCode: row.code,
  ...{ title: row.title, note: row.note, severity: row.severity, resolution: row.resolution },
  status: row.status,
  openedAt: row.openedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  photographs: files.filter(({ findingId }) => findingId === row.id).map(fileOf),
})
