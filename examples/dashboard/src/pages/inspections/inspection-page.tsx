import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { ViewerQuery } from '../../../generated/graphql.js'
import { DocumentsPanel } from '../../documents/documents-panel.js'
import { useTimeFormat } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { Facts } from '../../parts/facts.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { ReportLink } from '../../parts/report-link.js'
import { linkTo } from '../../route.js'
import { InspectionAnswers } from './inspection-answers.js'
import { VoidInspection } from './void-inspection.js'

const INSPECTION = graphql(`
  query InspectionPage($id: ID!) {
    inspection(id: $id) {
      id
      inspectedAt
      outcome
      score
      note
      report {
        status
        url
      }
      asset {
        id
        code
        site {
          id
          name
        }
      }
      inspector {
        id
        fullName
      }
      job {
        id
        number
      }
      answers {
        section
        value
        values
        note
        notApplicable
        fails
        question {
          questionId
          text
          unit
          kind
          choices {
            value
            label
          }
        }
      }
      photographs: documents(first: 100) {
        nodes {
          ...DocumentTile
        }
      }
    }
  }
`)

interface Props {
  readonly id: string
  readonly viewer: ViewerQuery['viewer']
}

/** An inspection: its outcome, its answers with their photographs, and its files. It never changes, but it can be voided. */
export function InspectionPage({ id, viewer }: Props) {
  const { data, error, refetch } = useQuery(INSPECTION, { variables: { id } })
  const { time } = useTimeFormat()
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { inspection } = data
  if (!inspection) return <Missing noun="inspection" />
  const { asset, outcome, score, inspector, job, answers, note } = inspection
  const isAdmin = viewer.role === 'ADMIN'
  const title = `Inspection of ${asset.code}`
  return (
    <>
      <title>{`${title} · Field inspections`}</title>
      <nav className="trail" aria-label="Breadcrumbs">
        <a href="#/inspections">Inspections</a>
        <a href={linkTo(`assets/${asset.id}`)}>{asset.code}</a>
      </nav>
      <div className="heading">
        <h1>{title}</h1>
        <Badge value={outcome} />
      </div>
      <Facts
        facts={[
          ['Inspected', time(inspection.inspectedAt)],
          ['Inspector', inspector.fullName],
          ['Score', score ?? '–'],
          ['Site', <a href={linkTo(`sites/${asset.site.id}`)}>{asset.site.name}</a>],
          ['Job', job ? <a href={linkTo(`jobs/${job.id}`)}>#{job.number}</a> : '–'],
          ['Report', <ReportLink report={inspection.report} />],
          ['Note', note ?? '–'],
        ]}
      />
      {answers.length > 0 && (
        <InspectionAnswers answers={answers} documents={inspection.photographs.nodes} />
      )}
      <DocumentsPanel id={id} place="inspections" title={title} isAdmin={isAdmin} />
      {(isAdmin || inspector.id === viewer.user.id) && <VoidInspection id={id} asset={asset} />}
    </>
  )
}
