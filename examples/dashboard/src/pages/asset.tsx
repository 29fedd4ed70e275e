import { useQuery } from '@apollo/client/react'
import { graphql } from '../../generated/index.js'
import { useTimeFormat } from '../format.js'
import { Badge } from '../parts/badge.js'
import { Loading, Missing, Problem } from '../parts/problem.js'

const ASSET = graphql(`
  query Asset($id: ID!) {
    asset(id: $id) {
      id
      code
      status
      riskLevel
      lastInspectedAt
      nextInspectionDueAt
      barcode {
        id
        data
      }
      type {
        id
        name
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
        value
      }
      inspections(first: 5, orderBy: [{ field: INSPECTED_AT, direction: DESC }]) {
        nodes {
          id
          inspectedAt
          outcome
          score
          note
          inspector {
            id
            fullName
          }
        }
        totalCount
      }
    }
  }
`)

export function AssetPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ASSET, { variables: { id } })
  const { date } = useTimeFormat()
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { asset } = data
  if (!asset) return <Missing noun="asset" />
  return (
    <>
      <title>{`${asset.code} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/sites">Sites</a>
        <a href={`#/sites/${asset.site.id}`}>{asset.site.name}</a>
        <span>{asset.zone.name}</span>
      </nav>
      <div className="heading">
        <h1>{asset.code}</h1>
        <Badge value={asset.status} />
      </div>
      <div className="pair">
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
          </dl>
        </section>
        <section className="panel" aria-labelledby="custom-fields">
          <h2 id="custom-fields">Custom fields</h2>
          {asset.customFieldValues.length === 0 && <p className="empty">It has no values.</p>}
          <dl className="values">
            {asset.customFieldValues.map(({ fieldId, label, value }) => (
              <div key={fieldId}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <section className="panel" aria-labelledby="inspections">
        <h2 id="inspections">Last inspections</h2>
        {asset.inspections.nodes.length === 0 && <p className="empty">There are none.</p>}
        <ul className="inspections">
          {asset.inspections.nodes.map(
            ({ id: key, inspectedAt, outcome, score, note, inspector }) => (
              <li key={key}>
                <Badge value={outcome} />
                <span>
                  {date(inspectedAt)}, {inspector.fullName}
                  {score !== null && `, score ${score}`}
                </span>
                {note && <p className="muted">{note}</p>}
              </li>
            ),
          )}
        </ul>
      </section>
    </>
  )
}
