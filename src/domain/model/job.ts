import { computed, lookedUp } from '../../db/read/derived.js'
import type { ModelRules } from '../../db/read/model-rules.js'
import { commonMeasures } from '../../db/read/statistics.js'
import { assetCounts } from '../job/job-assets.js'
import { linkPath } from '../document/link.js'
import { isOpen } from '../job/job-status.js'
import { reportFields } from '../report/report-fields.js'
import { byClient, byJobType, bySite, byUser } from './group-keys.js'

/** A scheduled time of a job, in its site's time zone. On a full minute, the text has no seconds, as in inputs. */
const localTime = (field: string) =>
  lookedUp<string>(
    ({ column, company }) =>
      `(select regexp_replace(to_char(${column(field)} at time zone coalesce(x.timezone, 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS'), ':00$', '')
      from site x where x.company_id = ${company} and x.id = ${column('siteId')})`,
  )

const report = reportFields('report', 'job', 'job_id')

export const job = {
  size: 'medium',
  derived: {
    ...report.derived,
    ...assetCounts,
    paused: computed<boolean>(({ column }) => `(${column('status')} = 'paused')`),
    startsInFuture: computed<boolean>(({ column }) => `(${column('scheduledStart')} > now())`),
    late: computed<boolean>(
      ({ column }) => `(${isOpen(column('status'))} and ${column('scheduledEnd')} < now())`,
    ),
    scheduledStartLocal: localTime('scheduledStart'),
    scheduledEndLocal: localTime('scheduledEnd'),
    signatureHash: computed<string | null>(
      ({ column }) => `encode(${column('signatureSha256')}, 'hex')`,
    ),
    signatureUrl: lookedUp<string | null>(
      ({ column, company }) =>
        `(select ${linkPath({ company, column: (field) => `d.${field}` })} from document d
        where d.company_id = ${company} and d.job_id = ${column('id')} and d.signature and d.deleted_at is null)`,
    ),
    totalMinutes: computed<number>(
      ({ column }) =>
        // `workingSince` may be in the future, set by another clock. If it is null, `greatest` ignores it.
        `floor((${column('workedSeconds')} + greatest(0, extract(epoch from now() - ${column('workingSince')}))) / 60)::int`,
    ),
  },
  relations: {
    conflicts: {
      ...{ kind: 'many', model: 'Job', own: 'technicianId', other: 'technicianId' },
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
      url: 'signatureUrl',
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
} as const satisfies ModelRules
