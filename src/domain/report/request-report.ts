import { authorise } from '../access/authorise.js'
import {
  type ById,
  type Changed,
  type Domain,
  inTransaction,
  type TransactionDomain,
} from '../domain.js'
import { type Locked, requireForUpdate } from '../record/require-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { queueReports } from './queue-reports.js'

/** Requests the report of a completed job, unless it has one: one that has failed, or that was completed before there were reports. */
export const reportJob = (domain: Domain, input: ById): Promise<Changed> =>
  request(domain, 'reportJob', 'Job', 'job', input, ({ status }, errors) => {
    if (status !== 'completed')
      errors.add('WRONG_STATE', 'id', 'Only a completed job has a report.')
  })

/** Requests the report of an inspection, unless it has one: one that has failed, one without answers, or from before there were reports. */
export const reportInspection = (domain: Domain, input: ById): Promise<Changed> =>
  request(domain, 'reportInspection', 'Inspection', 'inspection', input)

/** Requests the certificate of a passed inspection, unless it has one, or the asset has failed since. */
export const certifyInspection = (domain: Domain, input: ById): Promise<Changed> =>
  request(
    domain,
    'certifyInspection',
    'Inspection',
    'certificate',
    input,
    async (row, errors, tx) => {
      if (row.outcome !== 'passed')
        errors.add('WRONG_STATE', 'id', 'Only a passed inspection has a certificate.')
      else if (await hasFailedSince(tx, row))
        errors.add('WRONG_STATE', 'id', 'A later inspection of the asset has failed.')
    },
  )

async function hasFailedSince(
  { prisma, viewer: { companyId } }: TransactionDomain,
  { id, assetId, inspectedAt }: Locked<'Inspection'>,
) {
  const isLater = [{ inspectedAt: { gt: inspectedAt } }, { inspectedAt, id: { gt: id } }]
  const where = { companyId, assetId, outcome: 'failed', deletedAt: null, OR: isLater } as const
  return (await prisma.inspection.findFirst({ where, select: { id: true } })) !== null
}

/** Requests a report of the state of a site. A site can have any number of reports. */
export const reportSite = (domain: Domain, input: ById): Promise<Changed> =>
  request(domain, 'reportSite', 'Site', 'site', input)

/** Anyone who may read a record may request its report. */
async function request<Model extends 'Job' | 'Inspection' | 'Site'>(
  domain: Domain,
  operation: 'reportJob' | 'reportInspection' | 'certifyInspection' | 'reportSite',
  model: Model,
  kind: 'job' | 'inspection' | 'certificate' | 'site',
  { id: key }: ById,
  check?: (row: Locked<Model>, errors: ValidationErrors, tx: TransactionDomain) => unknown,
): Promise<Changed> {
  authorise(domain.viewer, operation)
  return inTransaction(domain, async (tx) => {
    const row = await requireForUpdate(tx, model, key)
    const errors = new ValidationErrors()
    await check?.(row, errors, tx)
    errors.throwIfAny()
    await queueReports(tx, kind, [row.uuid])
    return { id: row.id }
  })
}
