import { type SyntheticEvent, useState } from 'react'
import type { ChecklistContentFragment } from '../../../generated/graphql.js'
import { linkTo, navigate } from '../../route.js'
import { type Answer, type Answers, shownQuestions } from '../checklists/answers.js'
import { NO_ANSWER, QuestionList } from '../checklists/question-list.js'
import type { Question } from '../checklists/questions.js'
import { useRecord } from './use-record.js'

interface Props {
  readonly assetId: string
  readonly jobId: string | null
  readonly checklist: ChecklistContentFragment
}

/** Asks the questions of a checklist; the service computes the score. */
export function AnswerChecklist({ assetId, jobId, checklist }: Props) {
  const { record, isBusy } = useRecord()
  const [answers, setAnswers] = useState<Answers>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())

  const submit = async () => {
    const questions = checklist.sections.flatMap((section) => section.questions)
    const shown = shownQuestions(questions, answers)
    const given = shown.filter(({ questionId }) => answers.has(questionId))
    const input = {
      ...{ assetId, jobId, checklistVersionId: checklist.versionId },
      answers: given.map((question) => inputOf(question, answers.get(question.questionId))),
    }
    const isDone = await record(input, (rejected) => {
      setErrors(errorsByQuestion(rejected, given))
    })
    if (!isDone) return
    setErrors(new Map())
    setAnswers(new Map())
    if (jobId) navigate(linkTo(`jobs/${jobId}`))
  }
  return (
    <form
      className="form checklist"
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit()
      }}
    >
      <QuestionList
        sections={checklist.sections}
        answers={answers}
        errors={errors}
        onChange={setAnswers}
      />
      <div className="actions">
        <button className="primary" disabled={isBusy}>
          Record the answers
        </button>
      </div>
    </form>
  )
}

function inputOf({ questionId, kind }: Question, answer: Answer | undefined) {
  const { values, note, notApplicable } = answer ?? NO_ANSWER
  const answeredAt = answer?.answeredAt.toISOString() ?? null
  const value = kind === 'MULTI_CHOICE' ? { values: [...values] } : { value: values[0] ?? null }
  return { questionId, ...value, note: note || null, notApplicable, answeredAt }
}

/** The errors whose path begins with `answers.<index>`, by the question that was sent at this index. */
function errorsByQuestion(
  errors: readonly { readonly field: readonly string[] | null; readonly message: string }[],
  given: readonly Question[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { field, message } of errors) {
    const question = field?.[0] === 'answers' ? given[Number(field[1])] : undefined
    if (question) found.set(question.questionId, message)
  }
  return found
}
