import { expect } from 'vitest'
import type { Random } from '../../src/demo/random.js'
import { oneOf } from '../tenants/foreign-values.js'

/* oxlint-disable typescript/no-explicit-any -- payloads of mutations that are sent by their names */

/** A mutation that was sent, and what it leaves in the audit log. */
export interface Sent {
  readonly operation: string
  readonly input: object
  /** The fields of the payload to read. */
  readonly selection: string
  /** How many audit entries have `mark`, a text that only this mutation writes, or, without a mark, name `recordId`. */
  readonly entries: number
  readonly mark?: string
  readonly recordId?: string
  readonly idempotencyKey: string
  /** Changes the writer's model by the payload. */
  readonly acknowledged: (payload: any) => void
}

/** What a writer of inspections needs. */
export interface InspectionWorld {
  readonly checklistId: string
  readonly versionId: string
  readonly questionId: string
  readonly jobTypeId: string
  /** A type whose jobs are completed with the inspection of their last asset. */
  readonly singleJobTypeId: string
  readonly technicianId: string
  /** The mutations that a writer has sent. */
  readonly sent: Set<string>
}

/** An asset that only one writer changes, alone in its zone. */
export interface OwnAsset {
  readonly id: string
  readonly siteId: string
  readonly zoneId: string
}

type Choice = Omit<Sent, 'idempotencyKey'>

interface Finding {
  readonly id: string
  isRemoved: boolean
  status: 'OPEN' | 'RESOLVED' | 'ACCEPTED'
  jobId: string | null
}

/** The mutations that writers send. */
export const INSPECTION_MUTATIONS: readonly string[] = [
  ...['createChecklist', 'updateChecklist', 'removeChecklist', 'restoreChecklist'],
  ...['recordInspection', 'recordInspections', 'voidInspection'],
  ...['createFinding', 'updateFinding', 'removeFinding', 'restoreFinding'],
  ...['resolveFinding', 'acceptFinding', 'reopenFinding', 'createJobFromFindings', 'cancelJob'],
  ...['createJob', 'startJob'],
  ...['decommissionAsset', 'recommissionAsset'],
]

const TIMES = { scheduledStart: '2030-01-07T09:00:00Z', scheduledEnd: '2030-01-07T10:00:00Z' }

/**
 * Chooses mutations about inspections of its own asset. All of them must succeed: with its model of the asset, it never sends one that
 * the rules refuse.
 */
export class InspectionWriter {
  /** The acknowledged inspections that are not voided, in the order of recording, and whether their answer passes. */
  readonly inspections: { readonly id: string; readonly passes: boolean }[] = []
  /** The findings that it has created itself. */
  readonly findings: Finding[] = []
  readonly checklists: { readonly id: string; version: number; isRemoved: boolean }[] = []
  isDecommissioned = false
  /** The jobs that an inspection has completed. */
  readonly completedJobs: string[] = []
  private job: { readonly id: string; isStarted: boolean } | undefined
  private count = 0

  constructor(
    private readonly world: InspectionWorld,
    private readonly asset: OwnAsset,
    private readonly name: string,
    private readonly random: Random,
  ) {}

  get assetId() {
    return this.asset.id
  }

  /** Mutations that no writer has sent come first. */
  next(): Sent {
    this.count += 1
    const mark = `${this.name}-${this.count}.`
    const possible = [
      this.createChecklist(mark),
      this.updateChecklist(mark),
      this.isDecommissioned ? this.recommission(mark) : this.decommission(),
      ...(this.isDecommissioned
        ? []
        : [this.record(mark), this.record(mark), this.recordMany(mark), this.inspectInJob(mark)]),
      this.void(mark),
      ...(this.isDecommissioned ? [] : [this.createFinding(mark)]),
      ...['resolveFinding', 'acceptFinding'].map((verb) => this.closeFinding(verb, mark)),
      this.updateFinding(mark),
      this.reopenFinding(),
      this.removeOrRestore('Finding', this.findings),
      this.removeOrRestore('Checklist', this.checklists),
      this.createJob(mark),
      this.cancelJob(),
    ].filter((each) => each !== undefined)
    const unsent = possible.filter(({ operation }) => !this.world.sent.has(operation))
    const choice = oneOf(this.random, unsent.length > 0 ? unsent : possible)
    this.world.sent.add(choice.operation)
    return { ...choice, idempotencyKey: mark }
  }

  private inspection(note: string) {
    const { versionId: checklistVersionId, questionId } = this.world
    const passes = this.random.chance(0.5)
    const answeredAt = '2026-01-05T10:00:00Z'
    const answers = [{ questionId, value: passes ? 'YES' : 'NO', answeredAt }]
    return { passes, row: { assetId: this.assetId, checklistVersionId, note, answers } }
  }

  private record(mark: string): Choice {
    const { passes, row } = this.inspection(mark)
    return {
      ...{ operation: 'recordInspection', input: row, selection: 'inspection { id }' },
      ...{ entries: 1, mark },
      acknowledged: ({ inspection: { id } }) => this.inspections.push({ id, passes }),
    }
  }

  /** Creates a job in the zone of the asset, starts it, or completes it with the inspection of its only asset. */
  private inspectInJob(mark: string): Choice {
    const { job } = this
    if (!job) return this.newJob(mark)
    const { id } = job
    if (!job.isStarted)
      return {
        ...{ operation: 'startJob', input: { id }, recordId: id, selection: 'job { id }' },
        ...{ entries: 1, acknowledged: () => (job.isStarted = true) },
      }
    const { input, ...choice } = this.record(mark)
    return {
      ...{ ...choice, input: { ...input, jobId: id } },
      acknowledged: (payload) => {
        choice.acknowledged(payload)
        this.completedJobs.push(id)
        this.job = undefined
      },
    }
  }

  private newJob(mark: string): Choice {
    const { singleJobTypeId: jobTypeId, technicianId } = this.world
    const { siteId, zoneId } = this.asset
    const references = { siteId, zoneIds: [zoneId], jobTypeId, technicianId, reference: mark }
    return {
      ...{ operation: 'createJob', input: { ...references, ...TIMES } },
      ...{ selection: 'job { id }', entries: 1, mark },
      acknowledged: ({ job: { id } }) => (this.job = { id, isStarted: false }),
    }
  }

  private recordMany(mark: string): Choice {
    const rows = [1, 2, 3].map((row) => this.inspection(`${mark}${row}`))
    return {
      operation: 'recordInspections',
      input: { rows: rows.map(({ row }) => row) },
      ...{ selection: 'inspections { id }', entries: rows.length, mark },
      acknowledged: ({ inspections }) => {
        rows.forEach(({ passes }, index) =>
          this.inspections.push({ id: inspections[index].id, passes }),
        )
      },
    }
  }

  private void(mark: string): Choice | undefined {
    if (this.inspections.length === 0) return undefined
    const index = this.random.integer(0, this.inspections.length - 1)
    const { id } = this.inspections[index]!
    return {
      ...{ operation: 'voidInspection', input: { id, reason: mark } },
      ...{ selection: 'inspection { id }', entries: 1, mark },
      acknowledged: () => this.inspections.splice(index, 1),
    }
  }

  private createFinding(mark: string): Choice {
    return {
      operation: 'createFinding',
      input: { assetId: this.assetId, title: mark, severity: 'LOW' },
      ...{ selection: 'finding { id }', entries: 1, mark },
      acknowledged: ({ finding: { id } }) =>
        this.findings.push({ id, status: 'OPEN', jobId: null, isRemoved: false }),
    }
  }

  private closeFinding(operation: string, mark: string): Choice | undefined {
    const finding = this.usable.find(({ status }) => status === 'OPEN')
    if (!finding) return undefined
    return {
      ...{ operation, input: { id: finding.id, resolution: mark } },
      ...{ selection: 'finding { id }', entries: 1, mark },
      acknowledged: () => {
        finding.status = operation === 'resolveFinding' ? 'RESOLVED' : 'ACCEPTED'
      },
    }
  }

  private get usable() {
    return this.findings.filter(({ isRemoved }) => !isRemoved)
  }

  private updateFinding(mark: string): Choice | undefined {
    const id = this.usable.find(({ status }) => status === 'OPEN')?.id
    if (id === undefined) return undefined
    return {
      ...{ operation: 'updateFinding', input: { id, note: mark }, selection: 'finding { id }' },
      ...{ entries: 1, mark, acknowledged: () => undefined },
    }
  }

  private removeOrRestore(
    kind: 'Finding' | 'Checklist',
    records: readonly { readonly id: string; isRemoved: boolean }[],
  ): Choice | undefined {
    const record = records.at(-1)
    if (!record) return undefined
    const { id, isRemoved } = record
    return {
      ...{ operation: `${isRemoved ? 'restore' : 'remove'}${kind}`, input: { id }, recordId: id },
      ...{ selection: `${kind.toLowerCase()} { id }`, entries: 1 },
      acknowledged: () => {
        record.isRemoved = !isRemoved
      },
    }
  }

  private reopenFinding(): Choice | undefined {
    const finding = this.usable.find(({ status }) => status !== 'OPEN')
    if (!finding) return undefined
    return {
      ...{ operation: 'reopenFinding', input: { id: finding.id }, recordId: finding.id },
      ...{ selection: 'finding { id }', entries: 1 },
      acknowledged: () => {
        finding.status = 'OPEN'
      },
    }
  }

  private createJob(mark: string): Choice | undefined {
    const open = this.usable.filter(({ status, jobId }) => status === 'OPEN' && !jobId).slice(0, 3)
    if (open.length === 0) return undefined
    const { jobTypeId, technicianId } = this.world
    const findingIds = open.map(({ id }) => id)
    return {
      operation: 'createJobFromFindings',
      input: { findingIds, jobTypeId, technicianId, ...TIMES, reference: mark },
      ...{ selection: 'job { id }', entries: 1, mark },
      acknowledged: ({ job: { id } }) => {
        for (const finding of open) finding.jobId = id
      },
    }
  }

  private cancelJob(): Choice | undefined {
    const id = this.findings.find(({ jobId }) => jobId)?.jobId
    if (!id) return undefined
    return {
      ...{ operation: 'cancelJob', input: { id }, recordId: id },
      ...{ selection: 'job { id }', entries: 1 },
      acknowledged: () => {
        for (const finding of this.findings) if (finding.jobId === id) finding.jobId = null
      },
    }
  }

  private decommission(): Choice {
    const id = this.assetId
    return {
      ...{ operation: 'decommissionAsset', input: { id }, recordId: id },
      ...{ selection: 'asset { id }', entries: 1 },
      acknowledged: () => {
        this.isDecommissioned = true
      },
    }
  }

  private recommission(reason: string): Choice {
    const id = this.assetId
    return {
      ...{ operation: 'recommissionAsset', input: { id, reason }, recordId: id },
      ...{ selection: 'asset { id }', entries: 1 },
      acknowledged: () => {
        this.isDecommissioned = false
      },
    }
  }

  private createChecklist(mark: string): Choice {
    const { checklistId: copyOf } = this.world
    return {
      ...{ operation: 'createChecklist', input: { name: mark, copyOf } },
      ...{ selection: 'checklist { id }', entries: 1, mark },
      acknowledged: ({ checklist: { id } }) =>
        this.checklists.push({ id, version: 1, isRemoved: false }),
    }
  }

  /** A new name, and a new version with an entry of its own. */
  private updateChecklist(mark: string): Choice | undefined {
    const usable = this.checklists.filter(({ isRemoved }) => !isRemoved)
    if (usable.length === 0) return undefined
    const checklist = oneOf(this.random, usable)
    const sections = [{ name: mark, questions: [{ kind: 'TEXT', text: mark }] }]
    return {
      operation: 'updateChecklist',
      input: { id: checklist.id, name: mark, sections },
      ...{ selection: 'checklist { id }', entries: 2, mark },
      acknowledged: () => {
        checklist.version += 1
      },
    }
  }
}

export const documentOf = ({ operation, selection }: Sent) => {
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`
  return `mutation ($input: ${type}!) { ${operation}(input: $input) { ${selection} userErrors { code field message } } }`
}

/** Changes the model if the response has a payload. Returns whether it has. */
export function acknowledge(sent: Sent, data: any): boolean {
  const payload = data?.[sent.operation]
  if (!payload) return false
  expect(payload.userErrors, sent.operation).toEqual([])
  sent.acknowledged(payload)
  return true
}
