import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { InspectionPageQuery } from '../../../generated/graphql.js'
import { DocumentsPanel } from '../../documents/documents-panel.js'
import type { DocumentTile } from '../../documents/document-tile.js'
import { Gallery } from '../../documents/gallery.js'
import { useTimeFormat } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { Facts } from '../../parts/facts.js'
import { Loading, Missing, Problem } from '../../parts/problem.js'
import { ReportLink } from '../../parts/report-link.js'
import { linkTo } from '../../route.js'

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
  readonly isAdmin: boolean
}

/** An inspection, which never changes: its outcome, its answers with their photographs, and its files. */
export function InspectionPage({ id, isAdmin }: Props) {
  const { data, error, refetch } = useQuery(INSPECTION, { variables: { id } })
  const { time } = useTimeFormat()
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { inspection } = data
  if (!inspection) return <Missing noun="inspection" />
  const { asset, outcome, score, inspector, job, answers, note } = inspection
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
        <section className="panel" aria-labelledby="answers">
          <h2 id="answers">Answers</h2>
          <ol className="answers">
            {answers.map((answer) => (
              <AnswerRow
                key={answer.question.questionId}
                answer={answer}
                documents={inspection.photographs.nodes}
              />
            ))}
          </ol>
        </section>
      )}
      <DocumentsPanel id={id} place="inspections" title={title} isAdmin={isAdmin} />
    </>
  )
}

type Answer = NonNullable<InspectionPageQuery['inspection']>['answers'][number]

interface RowProps {
  readonly answer: Answer
  readonly documents: readonly DocumentTile[]
}

function AnswerRow({ answer, documents }: RowProps) {
  const { question, fails, note } = answer
  const own = documents.filter(({ questionId }) => questionId === question.questionId)
  return (
    <li data-failing={fails}>
      <h3>{question.text}</h3>
      <p>
        {fails && <Badge value="FAILED" />} {textOf(answer)}
      </p>
      {note && <p className="muted">{note}</p>}
      {own.length > 0 && <Gallery documents={own} canRemove={false} />}
    </li>
  )
}

/** The answer as people read it. */
function textOf({
  value,
  values,
  notApplicable,
  question: { choices, unit, kind },
}: Answer): string {
  if (notApplicable) return 'Not applicable'
  const labelIn = (each: string) => choices.find((choice) => choice.value === each)?.label ?? each
  const given = values ?? (value === null ? [] : [value])
  if (given.length === 0) return kind === 'PHOTO' ? '' : '–'
  return `${given.map(labelIn).join(', ')}${unit ? ` ${unit}` : ''}`
}
