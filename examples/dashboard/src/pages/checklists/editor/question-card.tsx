import type { FormErrors } from '../../../parts/form-errors.js'
import { KINDS, type Question } from '../questions.js'
import { keepFocus, MoveButtons } from './move-buttons.js'
import { QuestionFields } from './question-fields.js'

interface Props {
  readonly question: Question
  /** Its number in the checklist, from 1. */
  readonly number: number
  readonly isOpen: boolean
  readonly isSaved: boolean
  readonly earlier: readonly Question[]
  readonly errors: FormErrors
  readonly canMove: (step: number) => boolean
  readonly onToggle: (isOpen: boolean) => void
  readonly onMove: (step: number) => void
  readonly onRemove: () => void
  readonly onChange: (question: Question) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** A question of the editor: one line, which opens its inputs. Alt with an arrow key moves it. */
export function QuestionCard(props: Props) {
  const { question, number, isOpen, errors, canMove, onToggle, onMove, onRemove } = props
  const { questionId, text } = question
  return (
    <li
      className="question-card"
      data-invalid={errors.size > 0}
      onKeyDown={(event) => {
        const step = event.altKey ? STEPS[event.key] : undefined
        if (step === undefined) return
        event.preventDefault()
        if (canMove(step))
          keepFocus(() => {
            onMove(step)
          })
      }}
    >
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== isOpen) onToggle(currentTarget.open)
        }}
      >
        <summary id={`${questionId}-summary`}>
          <strong>
            {number}. {text || 'A question without a text'}
          </strong>{' '}
          <span>{traitsOf(question)}</span>
        </summary>
        {isOpen && <QuestionFields {...props} />}
      </details>
      <MoveButtons id={questionId} name={`Question ${number}`} {...{ canMove, onMove, onRemove }} />
    </li>
  )
}

/** `Number, required, critical, conditional` */
function traitsOf({ kind, required, critical, showIf }: Question): string {
  const traits = { required, critical, conditional: showIf !== null }
  const given = Object.entries(traits).flatMap(([trait, isGiven]) => (isGiven ? [trait] : []))
  return [KINDS[kind], ...given].join(', ')
}
