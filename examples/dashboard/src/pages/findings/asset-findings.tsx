import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { countOf, labelOf, useTimeFormat } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'
import { FindingActions } from './finding-actions.js'
import { NewFinding } from './new-finding.js'

const ASSET_FINDINGS = graphql(`
  query AssetFindings($id: ID!) {
    asset(id: $id) {
      id
      findings(first: 5, orderBy: [{ field: STATUS }, { field: DUE_AT }]) {
        edges {
          node {
            ...FindingRow
          }
        }
        totalCount
      }
    }
  }
`)
interface Props {
  readonly id: string
  readonly isAdmin: boolean
  /** Whether a finding can be opened: the asset is in use. */
  readonly inUse: boolean
}

/** What is wrong with an asset: the open findings first, a link to all, and a form for a new one. */
export function AssetFindings({ id, isAdmin, inUse }: Props) {
  const { data, error, refetch } = useQuery(ASSET_FINDINGS, { variables: { id } })
  const { date } = useTimeFormat()
  const list = data?.asset?.findings
  return (
    <section className="panel" aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      {error && <Problem error={error} onRetry={refetch} />}
      {list?.totalCount === 0 && <p className="empty">There are none.</p>}
      <ul className="inspections">
        {list?.edges.map(({ node: finding }) => (
          <li key={finding.id}>
            <Badge value={finding.overdue ? 'OVERDUE' : finding.status} />
            <span>
              <a href={linkTo(`findings/${finding.id}`)}>{finding.title}</a>,{' '}
              {labelOf(finding.severity).toLowerCase()}
              {finding.status === 'OPEN' && `, due ${date(finding.dueAt)}`}
            </span>
            {finding.resolution && <p className="muted">{finding.resolution}</p>}
            <FindingActions finding={finding} isAdmin={isAdmin} />
          </li>
        ))}
      </ul>
      {list && list.totalCount > 0 && (
        <a href={linkTo('findings', { assetIds: id })}>{countOf(list.totalCount, 'finding')}</a>
      )}
      {inUse && <NewFinding assetId={id} isAdmin={isAdmin} />}
    </section>
  )
}
