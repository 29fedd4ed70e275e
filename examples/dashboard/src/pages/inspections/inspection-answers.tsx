import type { InspectionPageQuery } from '../../../generated/graphql.js'
import type { DocumentTile } from '../../documents/document-tile.js'
import { Gallery } from '../../documents/gallery.js'
import { Badge } from '../../parts/badge.js'

type Answer = NonNullable<InspectionPageQuery['inspection']>['answers'][number]

interface Props {
  readonly answers: readonly Answer[]
  /** The photographs of the inspection, also those of its answers. */
  readonly documents: readonly DocumentTile[]
}

/** The answers of an inspection, each with its photographs. */
export const InspectionAnswers = ({ answers, documents }: Props) => (
  <section className="panel" aria-labelledby="answers">
    <h2 id="answers">Answers</h2>
    <ol className="answers">
      {answers.map((answer) => (
        <AnswerRow key={answer.question.questionId} {...{ answer, documents }} />
      ))}
    </ol>
  </section>
)

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
