import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { ViewerQuery } from '../../../generated/graphql.js'
import { DocumentsPanel } from '../../documents/documents-panel.js'
import { type Change, LiveBadge, useLive } from '../../live.js'
import { Badge } from '../../parts/badge.js'
import { History } from '../../parts/history.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { linkTo, type Route } from '../../route.js'
import { AssetFindings } from '../findings/asset-findings.js'
import { NewJobLink } from '../jobs/job-views.js'
import { AssetDetails, Since } from './asset-details.js'
import { AssetInspections } from './asset-inspections.js'
import { AssetPhotographs } from './asset-photographs.js'
import { ChangeAsset } from './change-asset.js'
import { customFieldText } from './custom-fields.js'
import { RecommissionAsset } from './recommission-asset.js'
import { RecordInspection } from './record-inspection.js'

const ASSET = graphql(`
  query AssetPage($id: ID!) {
    asset(id: $id) {
      id
      code
      status
      statusSince
      riskLevel
      lastInspectedAt
      nextInspectionDueAt
      decommissionedAt
      barcode {
        id
        data
      }
      type {
        id
        name
        inspectionInterval
        inspectionSchedule
      }
      zone {
        id
        name
      }
      site {
        id
        name
      }
      customFieldValues {
        fieldId
        label
        kind
        unit
        value
      }
    }
  }
`)

interface Props {
  readonly id: string
  readonly viewer: ViewerQuery['viewer']
  readonly route: Route
}

/** The types of the records that the page shows. */
const SHOWN = ['ASSET', 'FINDING', 'INSPECTION'] as const

/** Whether a change is about the asset. One that is not known any more may be. */
const isAbout = ({ recordId, record }: Change, id: string) =>
  recordId === id || !record || ('asset' in record && record.asset.id === id)

/** An asset: its facts, its inspections, and what the user may do with it. The address may have the job at work. */
export function AssetPage({ id, viewer, route }: Props) {
  const { data, error, refetch, client } = useQuery(ASSET, { variables: { id } })
  const isLive = useLive(SHOWN, (changes) => {
    if (!changes || changes.some((change) => isAbout(change, id))) {
      client.refetchQueries({ include: 'active' }).catch(() => undefined)
    }
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { asset } = data
  if (!asset) return <Missing noun="asset" />
  const isAdmin = viewer.role === 'ADMIN'
  return (
    <>
      <title>{`${asset.code} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/sites">Sites</a>
        <a href={linkTo(`sites/${asset.site.id}`)}>{asset.site.name}</a>
        <a href={linkTo('assets', { zoneIds: asset.zone.id })}>{asset.zone.name}</a>
      </nav>
      <div className="heading">
        <h1>{asset.code}</h1>
        <Badge value={asset.status} />
        <Since asset={asset} />
        <LiveBadge isLive={isLive} />
        {isAdmin && <NewJobLink site={asset.site.id} zone={asset.zone.id} />}
      </div>
      <div className="pair">
        <AssetDetails asset={asset} />
        <section className="panel" aria-labelledby="custom-fields">
          <h2 id="custom-fields">Custom fields</h2>
          {asset.customFieldValues.length === 0 && <p className="empty">It has no values.</p>}
          <dl className="values">
            {asset.customFieldValues.map(({ fieldId, label, ...value }) => (
              <div key={fieldId}>
                <dt>{label}</dt>
                <dd>{customFieldText(value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <div className="pair">
        <AssetInspections id={id} />
        {asset.decommissionedAt === null && (
          <RecordInspection id={id} code={asset.code} jobId={route.query.get('job')} />
        )}
      </div>
      <DocumentsPanel id={id} place="assets" title={asset.code} isAdmin={isAdmin} />
      <AssetPhotographs id={id} />
      <AssetFindings id={id} isAdmin={isAdmin} inUse={asset.decommissionedAt === null} />
      {asset.decommissionedAt === null && <ChangeAsset asset={asset} isAdmin={isAdmin} />}
      {asset.decommissionedAt !== null && isAdmin && <RecommissionAsset asset={asset} />}
      {isAdmin && <History id={id} />}
    </>
  )
}
