import { type Answers, changedAnswer, shownQuestions } from './answers.js'
import type { Photographs } from './photo-input.js'
import { QuestionInput } from './question-input.js'
import type { Section } from './questions.js'

interface Props {
  readonly sections: readonly Section[]
  readonly answers: Answers
  /** What the service has rejected, by the id of the question. */
  readonly errors?: ReadonlyMap<string, string>
  /** Where the photographs are kept; in a preview nowhere. */
  readonly photographs?: Photographs
  readonly onChange: (change: (before: Answers) => Answers) => void
}

/** The questions of a checklist, by section. Questions appear and disappear by the answers. */
export function QuestionList({ sections, answers, errors, photographs, onChange }: Props) {
  const questions = sections.flatMap((section) => section.questions)
  const shown = new Set(shownQuestions(questions, answers))
  return sections.map(({ name, questions: ofSection }, index) => (
    // Two sections may have the same name.
    <div key={index}>
      <h3>{name}</h3>
      {ofSection
        .filter((question) => shown.has(question))
        .map((question) => {
          const { questionId } = question
          const answer = answers.get(questionId)
          return (
            <QuestionInput
              key={questionId}
              question={question}
              answer={answer}
              error={errors?.get(questionId)}
              photographs={photographs}
              onChange={(change) => {
                onChange((before) => {
                  const changed = changedAnswer(question, before.get(questionId), change)
                  return new Map([...before, [questionId, changed]])
                })
              }}
            />
          )
        })}
    </div>
  ))
}
