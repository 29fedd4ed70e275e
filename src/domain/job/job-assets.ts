import { counted, type Expression } from '../../db/read/derived.js'

/** The SQL of what a condition on the assets of a job needs. */
interface JobScope {
  readonly company: string
  /** The integer id of the job. */
  readonly job: string
  /** The integer id of its site. */
  readonly site: string
}

/**
 * SQL condition: the asset, a row of the table with this alias, is one of those to inspect in a job: in use, and in the zones of
 * the job, or at its site if the job has no zones.
 */
const isAssetOfJob = (asset: string, { company, job, site }: JobScope): string =>
  `${asset}.deleted_at is null and ${asset}.decommissioned_at is null
    and ${asset}.zone_id in (select z.id from zone z where z.company_id = ${company} and z.site_id = ${site})
    and (${asset}.zone_id in (select z.zone_id from job_zone z where z.company_id = ${company} and z.job_id = ${job})
      or not exists (select 1 from job_zone z where z.company_id = ${company} and z.job_id = ${job}))`

/** SQL condition: the asset was inspected in a job, and the inspection is not voided. */
const isInspectedInJob = (asset: string, { company, job }: JobScope): string =>
  `exists (select 1 from inspection i where i.company_id = ${company} and i.job_id = ${job} and i.asset_id = ${asset}.id
    and i.deleted_at is null)`

/** SQL condition: the asset is one of those to inspect in a job, and was not inspected in it. */
export const isLeftInJob = (asset: string, scope: JobScope): string =>
  `${isAssetOfJob(asset, scope)} and not ${isInspectedInJob(asset, scope)}`

/** The SQL of the assets that are left in a row of the table `job`. The company is the parameter $1. */
export const ASSETS_LEFT = `from asset where asset.company_id = $1
  and ${isLeftInJob('asset', { company: '$1', job: 'job.id', site: 'job.site_id' })}`

const countAssets = (condition: (scope: JobScope) => string) =>
  counted<number>(({ column, company }) => {
    const scope = { company, job: column('id'), site: column('siteId') }
    return `(select count(*)::int from asset x where x.company_id = ${company} and ${condition(scope)})`
  })

/** The derived fields of a job that count its assets. */
export const assetCounts = {
  assetsToInspect: countAssets((scope) => isAssetOfJob('x', scope)),
  inspectedAssets: countAssets(
    (scope) => `${isAssetOfJob('x', scope)} and ${isInspectedInJob('x', scope)}`,
  ),
  remainingAssets: countAssets((scope) => isLeftInJob('x', scope)),
} satisfies Record<string, { readonly sql: Expression }>
