import {
  computed,
  countChildren,
  type DerivedField,
  lookedUp,
  type Scope,
} from '../../db/read/derived.js'
import { commonMeasures } from '../../db/read/statistics.js'
import { assetCounts } from '../job/job-assets.js'
import type { DocumentSize } from '../document/document-size.js'
import { linkPath, linkPaths, type LinkScope } from '../document/link.js'
import { isOpen, OPEN_STATUSES } from '../job/job-status.js'
import { nowBesideMoments } from '../log-mark/moments.js'
import { jobStatusSince } from '../state-change/since.js'
import { reportFields } from '../report/report-fields.js'
import { placeholderId } from '../user/placeholder.js'
import { byClient, byJobType, bySite, byUser } from './group-keys.js'
import type { NounRules } from './noun-rules.js'

/** A scheduled time of a job, in its site's time zone. On a full minute, the text has no seconds, as in inputs. */
const localTime = (field: string) =>
  lookedUp<string>(
    ({ column, company }) =>
      `(select regexp_replace(to_char(${column(field)} at time zone coalesce(x.timezone, 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS'), ':00$', '')
      from site x where x.company_id = ${company} and x.id = ${column('siteId')})`,
  )

/** The SQL of a link to the drawing of a job's signature. */
const ofSignature = ({ column, company }: Scope, link: (scope: LinkScope) => string) =>
  `(select ${link({ company, column: (field) => `d.${field}` })} from document d
  where d.company_id = ${company} and d.job_id = ${column('id')} and d.signature and d.deleted_at is null)`

/** The links to all sizes of the drawing, by size. */
const signatureUrls: DerivedField<Readonly<Record<DocumentSize, string>> | null> = {
  reads: 'lookup',
  sql: (scope) => ofSignature(scope, linkPaths),
  choice: {
    argument: 'size',
    sql: (scope, size) => ofSignature(scope, (drawing) => linkPath(drawing, size)),
  },
}

const report = reportFields('report', 'job', 'job_id')

const whileOpen = {
  noun: 'open jobs',
  whileOpen: { type: 'job_status', statuses: OPEN_STATUSES },
}

export const job = {
  size: 'medium',
  logged: { job: [], job_zone: [] },
  dependsOn: [
    { key: 'site_id', on: 'Site', ...whileOpen },
    { key: 'zone_id', on: 'Zone', ...whileOpen, through: { table: 'job_zone', own: 'job_id' } },
    { key: 'type_id', on: 'JobType', ...whileOpen },
    { key: 'technician_id', on: 'User', ...whileOpen },
  ],
  derived: {
    ...report.derived,
    ...assetCounts,
    documentsCount: countChildren('document', 'job_id'),
    statusSince: jobStatusSince,
    assigned: lookedUp<boolean>(
      ({ column, company }) =>
        `(${column('technicianId')} is distinct from ${placeholderId(company)})`,
    ),
    paused: computed<boolean>(({ column }) => `(${column('status')} = 'paused')`),
    startsInFuture: computed<boolean>(
      ({ column }) => `(${column('scheduledStart')} > ${nowBesideMoments('starts of jobs')})`,
    ),
    late: computed<boolean>(
      ({ column }) =>
        `(${isOpen(column('status'))} and ${column('scheduledEnd')} < ${nowBesideMoments('ends of jobs')})`,
    ),
    scheduledStartLocal: localTime('scheduledStart'),
    scheduledEndLocal: localTime('scheduledEnd'),
    signatureHash: computed<string | null>(
      ({ column }) => `encode(${column('signatureSha256')}, 'hex')`,
    ),
    signatureUrls,
    totalMinutes: computed<number>(
      ({ column }) =>
        // `workingSince` may be in the future, set by another clock. If it is null, `greatest` ignores it.
        `floor((${column('workedSeconds')} + greatest(0, extract(epoch from now() - ${column('workingSince')}))) / 60)::int`,
    ),
  },
  relations: {
    conflicts: {
      ...{ kind: 'many', model: 'Job', own: 'technicianId', other: 'technicianId' },
      // The placeholder has no time of its own: its jobs conflict with none.
      given: (own, company) => `${own('technicianId')} is distinct from ${placeholderId(company)}`,
      also: (other, own) =>
        `${other('id')} <> ${own('id')} and ${isOpen(other('status'))} and ${isOpen(own('status'))}
        and ${other('scheduledStart')} < ${own('scheduledEnd')} and ${other('scheduledEnd')} > ${own('scheduledStart')}`,
    },
  },
  paths: { zones: ['jobZones', 'zone'] },
  embedded: {
    report: report.embedded,
    signature: {
      sha256: 'signatureHash',
      url: 'signatureUrls',
      name: 'signatureName',
      signedAt: 'completedAt',
    },
    progress: {
      assets: 'assetsToInspect',
      inspected: 'inspectedAssets',
      remaining: 'remainingAssets',
    },
  },
  optionalObjects: ['report', 'signature'],
  statistics: {
    keys: {
      type: byJobType('typeId'),
      site: bySite('siteId'),
      client: byClient('site.clientId'),
      technician: byUser('technicianId'),
      status: { by: 'status' },
    },
    times: {
      scheduledStart: 'scheduledStart',
      scheduledEnd: 'scheduledEnd',
      startedAt: 'startedAt',
      completedAt: 'completedAt',
      createdAt: 'createdAt',
    },
    measures: {
      ...commonMeasures,
      sumMinutes: {
        sql: (field) => `coalesce(sum(${field('totalMinutes')}), 0)::float8`,
        empty: '0',
      },
    },
  },
} as const satisfies NounRules
