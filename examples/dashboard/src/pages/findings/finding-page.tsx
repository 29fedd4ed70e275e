import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { FindingPageQuery } from '../../../generated/graphql.js'
import { Compare } from '../../documents/compare.js'
import { DocumentsPanel } from '../../documents/documents-panel.js'
import { Gallery } from '../../documents/gallery.js'
import { useTimeFormat } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { Facts } from '../../parts/facts.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'
import { FindingActions } from './finding-actions.js'

graphql(`
  fragment FindingPhotographs on Inspection {
    id
    inspectedAt
    documents(first: 50) {
      edges {
        node {
          ...DocumentTile
        }
      }
    }
  }
`)
const FINDING = graphql(`
  query FindingPage($id: ID!) {
    finding(id: $id) {
      ...FindingRow
      note
      openedAt
      resolvedAt
      questionId
      resolvedBy {
        id
        fullName
      }
      attached: documents(first: 50) {
        nodes {
          ...DocumentTile
        }
      }
      inspection {
        ...FindingPhotographs
      }
      resolvedByInspection {
        ...FindingPhotographs
      }
    }
  }
`)

interface Props {
  readonly id: string
  readonly isAdmin: boolean
}

/** A finding: what is wrong, its photographs before and after it was resolved, and its files. */
export function FindingPage({ id, isAdmin }: Props) {
  const { data, error, refetch } = useQuery(FINDING, {
    variables: { id },
    // An inspection may have resolved it.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const { date, time } = useTimeFormat()
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { finding } = data
  if (!finding) return <Missing noun="finding" />
  const { title, asset, job, inspection, resolvedByInspection, resolvedBy } = finding
  const before = photographsOf(inspection, finding.questionId)
  const after = photographsOf(resolvedByInspection, finding.questionId)
  return (
    <>
      <title>{`${title} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/findings">Findings</a>
        <a href={linkTo(`assets/${asset.id}`)}>{asset.code}</a>
      </nav>
      <div className="heading">
        <h1>{title}</h1>
        <Badge value={finding.overdue ? 'OVERDUE' : finding.status} />
        <Badge value={finding.severity} />
      </div>
      <FindingActions finding={finding} isAdmin={isAdmin} />
      <Facts
        facts={[
          ['Site', <a href={linkTo(`sites/${asset.site.id}`)}>{asset.site.name}</a>],
          ['Opened', time(finding.openedAt)],
          ['Due', date(finding.dueAt)],
          ['Job', job ? <a href={linkTo(`jobs/${job.id}`)}>#{job.number}</a> : '–'],
          [
            'Resolved',
            finding.resolvedAt ? `${time(finding.resolvedAt)}, ${resolvedBy?.fullName ?? ''}` : '–',
          ],
          ['Resolution', finding.resolution ?? '–'],
          ['Note', finding.note ?? '–'],
        ]}
      />
      {(before.length > 0 || after.length > 0) && (
        <section className="panel" aria-labelledby="before-after">
          <h2 id="before-after">Photographs of the inspections</h2>
          <div className="pair">
            <Side label="When it was found" inspection={inspection} documents={before} />
            <Side label="When it passed" inspection={resolvedByInspection} documents={after} />
          </div>
          <Compare documents={[...before, ...after, ...finding.attached.nodes]} />
        </section>
      )}
      <DocumentsPanel id={id} place="findings" title={`“${title}”`} isAdmin={isAdmin} />
    </>
  )
}

type Finding = NonNullable<FindingPageQuery['finding']>

/** Those of the answer that has opened or resolved the finding. */
const photographsOf = (inspection: Finding['inspection'], questionId: string | null) =>
  inspection?.documents.edges
    .map(({ node }) => node)
    .filter((document) => questionId === null || document.questionId === questionId) ?? []

interface SideProps {
  readonly label: string
  readonly inspection: Finding['inspection']
  readonly documents: ReturnType<typeof photographsOf>
}

function Side({ label, inspection, documents }: SideProps) {
  const { time } = useTimeFormat()
  if (!inspection) return null
  return (
    <div>
      <h3>
        {label}, <a href={linkTo(`inspections/${inspection.id}`)}>{time(inspection.inspectedAt)}</a>
      </h3>
      {documents.length === 0 && <p className="empty">There are none.</p>}
      <Gallery documents={documents} canRemove={false} />
    </div>
  )
}
