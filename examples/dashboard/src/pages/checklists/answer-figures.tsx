import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { AnswerFiguresQuery } from '../../../generated/graphql.js'
import { formatNumber } from '../../format.js'
import { Loading, Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'

const ANSWER_FIGURES = graphql(`
  query AnswerFigures($id: ID!) {
    checklist(id: $id) {
      id
      answerStatistics {
        section
        count
        failedCount
        notApplicableCount
        average
        question {
          questionId
          kind
          text
          unit
          opensFinding
        }
      }
    }
  }
`)

type Figures = NonNullable<AnswerFiguresQuery['checklist']>['answerStatistics'][number]

/** How the questions were answered, in all versions of the checklist. */
export function AnswerFigures({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ANSWER_FIGURES, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  })
  const figures = data?.checklist?.answerStatistics.filter(
    ({ question }) => question.kind !== 'INSTRUCTION',
  )
  return (
    <section className="figures" aria-labelledby="figures">
      <h2 id="figures">How the questions were answered</h2>
      {error && <Problem error={error} onRetry={refetch} />}
      {!figures && !error && <Loading />}
      {figures?.length === 0 && <p className="empty">The checklist has no questions.</p>}
      {figures && figures.length > 0 && (
        <table className="records">
          <thead>
            <tr>
              {HEAD.map((label, index) => (
                <th key={label} scope="col" className={index > 1 ? 'number' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map((each) => (
              <Row key={each.question.questionId} figures={each} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const HEAD = ['Question', 'Section', 'Answers', 'Failing', 'Not applicable', 'Average'] as const

function Row({ figures }: { figures: Figures }) {
  const { question, section, count, failedCount, notApplicableCount, average } = figures
  const cells = [
    formatNumber(count),
    <Failing key="failing" figures={figures} />,
    formatNumber(notApplicableCount),
    average === null ? '–' : `${formatNumber(average)} ${question.unit ?? ''}`,
  ]
  return (
    <tr data-failing={failedCount > 0}>
      <th scope="row">{question.text}</th>
      <td data-label="Section">{section}</td>
      {cells.map((cell, index) => (
        <td key={HEAD[index + 2]} data-label={HEAD[index + 2]} className="number">
          {cell}
        </td>
      ))}
    </tr>
  )
}

/**
 * The failing answers, and a link to the findings with the text of the question, if it opens any. No filter of the graph finds the
 * inspections with these answers.
 */
function Failing({ figures: { question, count, failedCount } }: { figures: Figures }) {
  if (failedCount === 0) return '0'
  const share = Math.round((100 * failedCount) / count)
  const text = `${formatNumber(failedCount)} (${share} %)`
  if (!question.opensFinding) return text
  return (
    <>
      {text}, <a href={linkTo('findings', { search: question.text })}>findings</a>
    </>
  )
}
