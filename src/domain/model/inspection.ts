import { countChildren, lookedUp } from '../../db/read/derived.js'
import { commonMeasures, type Measure, quotient } from '../../db/read/statistics.js'
import { reportFields } from '../report/report-fields.js'
import { byAssetType, byClient, byJobType, bySite, byUser } from './group-keys.js'
import type { NounRules } from './noun-rules.js'

/** The number of inspections with the given outcome. */
const withOutcome = (outcome: string): Measure => ({
  sql: (field) => `(count(*) filter (where ${field('outcome')} = '${outcome}'))::int`,
  empty: '0',
})

const report = reportFields('report', 'inspection', 'inspection_id')
const certificate = reportFields('certificate', 'certificate', 'inspection_id')

export const inspection = {
  size: 'large',
  logged: { inspection: [] },
  derived: {
    ...report.derived,
    ...certificate.derived,
    documentsCount: countChildren('document', 'inspection_id'),
    // The questions of the version in their order, each with its answer.
    answers: lookedUp<unknown>(
      ({ column, company }) => `(
      select coalesce(jsonb_agg(jsonb_build_object('section', section -> 'name', 'question', question)
        || (${column('answerData')} -> (question ->> 'questionId')) order by s.place, q.place), '[]')
      from checklist_version v,
        jsonb_array_elements(v.sections) with ordinality s (section, place),
        jsonb_array_elements(section -> 'questions') with ordinality q (question, place)
      where v.company_id = ${company} and v.id = ${column('checklistVersionId')}
        and ${column('answerData')} ? (question ->> 'questionId'))`,
    ),
  },
  embedded: { report: report.embedded, certificate: certificate.embedded },
  optionalObjects: ['report', 'certificate'],
  graphqlNames: { dueAt: 'dueBasis' },
  statistics: {
    keys: {
      assetType: byAssetType('asset.typeId'),
      site: bySite('asset.zone.siteId'),
      client: byClient('asset.zone.site.clientId'),
      inspector: byUser('inspectorId'),
      jobType: byJobType('job.typeId'),
      outcome: { by: 'outcome' },
    },
    times: { inspectedAt: 'inspectedAt', createdAt: 'createdAt' },
    measures: {
      ...commonMeasures,
      averageScore: {
        sql: (field) => quotient(`sum(${field('score')})`, `count(${field('score')})`),
        empty: 'null',
      },
      passedCount: withOutcome('passed'),
      failedCount: withOutcome('failed'),
      passRate: {
        sql: (field) =>
          quotient(`(count(*) filter (where ${field('outcome')} = 'passed'))`, 'count(*)'),
        empty: 'null',
      },
    },
  },
} as const satisfies NounRules
