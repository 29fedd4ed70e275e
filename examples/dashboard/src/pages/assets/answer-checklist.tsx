import type { SyntheticEvent } from 'react'
import type { ChecklistContentFragment } from '../../../generated/graphql.js'
import type { Entry } from '../../queue/entry.js'
import { linkTo, navigate } from '../../route.js'
import { answerInputs } from '../checklists/answers.js'
import { QuestionList } from '../checklists/question-list.js'
import { useAnswers } from './use-answers.js'
import { useRecord } from './use-record.js'

interface Props {
  readonly assetId: string
  readonly code: string
  readonly jobId: string | null
  readonly checklist: ChecklistContentFragment
}

/** Asks the questions of a checklist; the service computes the score. */
export function AnswerChecklist({ assetId, code, jobId, checklist }: Props) {
  const { follow, isBusy } = useRecord()
  const form = useAnswers({ assetId, jobId, code })
  const { answers } = form

  const submit = async () => {
    const questions = checklist.sections.flatMap((section) => section.questions)
    const input = {
      ...{ assetId, jobId, checklistVersionId: checklist.versionId },
      inspectedAt: new Date().toISOString(),
      answers: answerInputs(questions, answers),
    }
    const photoIds = input.answers.flatMap((answer) => answer.photoIds)
    const isDone = await follow(form.key, () => form.submit(input, photoIds))
    if (!isDone) return
    form.reset()
    if (jobId) navigate(linkTo(`jobs/${jobId}`))
  }
  return (
    <form
      className="form checklist"
      // A change would make the entry that is being sent a draft again.
      inert={isBusy}
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit()
      }}
    >
      <QuestionList
        sections={checklist.sections}
        answers={answers}
        errors={errorsByQuestion(form.draft)}
        photographs={form.photographs}
        onChange={form.change}
      />
      <div className="actions">
        <button className="primary" disabled={isBusy || form.isAdding}>
          Record the answers
        </button>
      </div>
    </form>
  )
}

/** What the service has rejected: the errors whose path begins with `answers.<index>`, by the question of the answer. */
function errorsByQuestion(entry: Entry | undefined): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const sent = (entry?.input['answers'] ?? []) as readonly { readonly questionId: string }[]
  for (const { field, message } of entry?.rejected ?? []) {
    const answer = field?.[0] === 'answers' ? sent[Number(field[1])] : undefined
    if (answer) found.set(answer.questionId, message)
  }
  return found
}
