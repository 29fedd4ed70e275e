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
export const isAssetOfJob = (asset: string, { company, job, site }: JobScope): string =>
  `${asset}.deleted_at is null and ${asset}.decommissioned_at is null
    and ${asset}.zone_id in (select z.id from zone z where z.company_id = ${company} and z.site_id = ${site})
    and (${asset}.zone_id in (select z.zone_id from job_zone z where z.company_id = ${company} and z.job_id = ${job})
      or not exists (select 1 from job_zone z where z.company_id = ${company} and z.job_id = ${job}))`

/** SQL condition: the asset was inspected in a job. */
export const isInspectedInJob = (asset: string, { company, job }: JobScope): string =>
  `exists (select 1 from inspection i where i.company_id = ${company} and i.job_id = ${job} and i.asset_id = ${asset}.id)`

const countAssets = (condition: (scope: JobScope) => string) =>
  counted<number>(({ column, company }) => {
    const scope = { company, job: column('id'), site: column('siteId') }
    return `(select count(*)::int from asset x where x.company_id = ${company} and ${isAssetOfJob('x', scope)} and ${condition(scope)})`
  })

/** The derived fields of a job that count its assets. */
export const assetCounts = {
  assetsToInspect: countAssets(() => 'true'),
  inspectedAssets: countAssets((scope) => isInspectedInJob('x', scope)),
  remainingAssets: countAssets((scope) => `not ${isInspectedInJob('x', scope)}`),
} satisfies Record<string, { readonly sql: Expression }>
