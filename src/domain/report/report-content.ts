/*
 * What a report shows: the source of its PDF, and of its fields in GraphQL. It is stored with the report, so that both stay as they
 * are. Times are ISO 8601 in UTC; texts in `facts` and `answer` are formatted for people, in `language` and `timeZone`.
 */

import type { AssetStatus } from '../asset/asset-status.js'
import type { RiskLevel } from '../risk/risk.js'

export type ReportKind = 'inspection' | 'job' | 'site' | 'certificate'

/* Type aliases, because Prisma's JSON type rejects interfaces. */

export type ReportContent = {
  readonly title: string
  /** What it is about, such as the code and the type of the asset. */
  readonly subtitle: string
  /** Null if the report is not about one inspection. */
  readonly outcome: 'passed' | 'failed' | null
  /** BCP 47. */
  readonly language: string
  /** The IANA time zone of the site. */
  readonly timeZone: string
  readonly company: ReportCompany
  /** The cover. */
  readonly facts: readonly ReportFact[]
  readonly inspections: readonly ReportInspection[]
  /** The assets at the site; only a report about a site has them. */
  readonly assets: readonly ReportAsset[]
  readonly findings: readonly ReportFinding[]
  /** The photographs of the record itself, which belong to no answer and no finding. */
  readonly photographs: readonly ReportFile[]
  readonly signature: ReportSignature | null
  /** Every file that the report is based on. */
  readonly evidence: readonly ReportFile[]
}

export type ReportCompany = {
  readonly name: string
  readonly registrationNumber: string | null
  readonly vatNumber: string | null
  readonly logoId: string | null
}

export type ReportFact = { readonly label: string; readonly value: string }

export type ReportInspection = {
  readonly inspectionId: string
  readonly asset: { readonly assetId: string; readonly code: string; readonly type: string }
  readonly zone: string
  readonly inspectedAt: string
  readonly inspector: string
  readonly outcome: 'passed' | 'failed'
  readonly score: number | null
  readonly note: string | null
  /** Its name and the number of its version; null if the inspection has no answers. */
  readonly checklist: { readonly name: string; readonly version: number } | null
  readonly sections: readonly ReportSection[]
  /** Those that belong to no answer. */
  readonly photographs: readonly ReportFile[]
}

export type ReportSection = { readonly name: string; readonly answers: readonly ReportAnswer[] }

export type ReportAnswer = {
  readonly questionId: string
  readonly question: string
  /** The condition under which the question is shown; null: always. */
  readonly condition: string | null
  /** As people read it; null without an answer. */
  readonly answer: string | null
  readonly notApplicable: boolean
  readonly fails: boolean
  readonly note: string | null
  readonly answeredAt: string | null
  readonly photographs: readonly ReportFile[]
}

export type ReportAsset = {
  readonly assetId: string
  readonly code: string
  readonly type: string
  readonly zone: string
  readonly status: AssetStatus
  readonly lastInspectedAt: string | null
  /** Null if inspections are not scheduled. */
  readonly nextInspectionDueAt: string | null
  readonly openFindings: number
}

export type ReportFinding = {
  readonly findingId: string
  readonly assetCode: string
  readonly title: string
  readonly note: string | null
  readonly severity: RiskLevel
  readonly status: 'open' | 'resolved' | 'accepted'
  readonly openedAt: string
  readonly dueAt: string
  readonly resolution: string | null
  readonly photographs: readonly ReportFile[]
}

export type ReportSignature = {
  readonly name: string
  readonly signedAt: string
  readonly sha256: string
  readonly documentId: string
}

export type ReportFile = {
  readonly documentId: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  /** Null if the file was uploaded before there were hashes. */
  readonly sha256: string | null
}
