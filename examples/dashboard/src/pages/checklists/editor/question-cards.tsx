import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useToast } from '../../../parts/toasts.js'
import type { Question } from '../questions.js'
import { questionsIn, type SectionDraft } from './draft.js'
import { changeQuestion, insertQuestion, moveQuestion, removeQuestion } from './draft-changes.js'
import { errorsOf } from './place-errors.js'
import { QuestionCard } from './question-card.js'
import type { EditorProps } from './section-list.js'

interface Props extends EditorProps {
  readonly section: SectionDraft
  /** The questions whose inputs are shown. */
  readonly openIds: ReadonlySet<string>
  readonly onOpen: (openIds: ReadonlySet<string>) => void
}

/** The questions of a section. */
export function QuestionCards(props: Props) {
  const { draft, section, savedIds, errors, openIds, onOpen, onChange } = props
  const [status, setStatus] = useState('')
  const show = useToast()
  const all = questionsIn(draft.sections)
  const isAt = (question: Question, step: number) => all.at(step < 0 ? 0 : -1) === question
  const isBeside = (step: number) => draft.sections.indexOf(section) + step in draft.sections

  const move = (question: Question, step: number) => {
    onChange((now) => moveQuestion(now, question.questionId, step))
    const order = questionsIn(moveQuestion(draft, question.questionId, step).sections)
    const index = order.findIndex(({ questionId }) => questionId === question.questionId)
    setStatus(`“${question.text}” is now question ${index + 1} of ${order.length}.`)
  }
  const remove = (question: Question, index: number) => {
    const beside = section.questions[index + 1] ?? section.questions[index - 1]
    flushSync(() => {
      onChange((now) => removeQuestion(now, question.questionId))
    })
    document.getElementById(beside ? `${beside.questionId}-summary` : `${section.key}-add`)?.focus()
    show({
      text: `“${question.text}” is removed.`,
      undo: () => {
        onChange((now) => insertQuestion(now, section.key, question, index))
      },
    })
  }
  return (
    <>
      <p className="hidden" role="status">
        {status}
      </p>
      <ol className="question-cards">
        {section.questions.map((question, index) => {
          const { questionId } = question
          const own = errorsOf(errors, questionId)
          const number = all.indexOf(question)
          return (
            <QuestionCard
              key={questionId}
              question={question}
              number={number + 1}
              isOpen={openIds.has(questionId) || own.size > 0}
              isSaved={savedIds.has(questionId)}
              earlier={all.slice(0, number)}
              errors={own}
              canMove={(step) => !isAt(question, step) || isBeside(step)}
              onToggle={(isOpen) => {
                const others = [...openIds].filter((id) => id !== questionId)
                onOpen(new Set(isOpen ? [...others, questionId] : others))
              }}
              onMove={(step) => {
                move(question, step)
              }}
              onRemove={() => {
                remove(question, index)
              }}
              onChange={(changed) => {
                onChange((now) => changeQuestion(now, changed))
              }}
            />
          )
        })}
      </ol>
    </>
  )
}
