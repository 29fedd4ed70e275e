import type { AssetPageQuery } from '../../../generated/graphql.js'
import { durationOf, useTimeFormat } from '../../format.js'
import { Badge } from '../../parts/badge.js'

type Asset = NonNullable<AssetPageQuery['asset']>

/** Since when the asset has its status. */
export function Since({ asset }: { asset: Asset }) {
  const { date } = useTimeFormat()
  return <span className="muted">since {date(asset.statusSince)}</span>
}

/** Its barcode, its risk, and when it was and will be inspected. */
export function AssetDetails({ asset }: { asset: Asset }) {
  const { date } = useTimeFormat()
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">{asset.type.name}</h2>
      <dl className="values">
        <dt>Barcode</dt>
        <dd>{asset.barcode?.data ?? '–'}</dd>
        <dt>Risk</dt>
        <dd>{asset.riskLevel ? <Badge value={asset.riskLevel} /> : '–'}</dd>
        <dt>Last inspected</dt>
        <dd>{date(asset.lastInspectedAt)}</dd>
        <dt>Next inspection</dt>
        <dd>{date(asset.nextInspectionDueAt)}</dd>
        <dt>Interval</dt>
        <dd>
          {asset.type.inspectionInterval ? durationOf(asset.type.inspectionInterval) : '–'}
          {asset.type.inspectionSchedule === 'FIXED' && ', fixed dates'}
        </dd>
      </dl>
    </section>
  )
}
