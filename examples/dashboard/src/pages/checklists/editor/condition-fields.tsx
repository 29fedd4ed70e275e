import { Check } from '../../../parts/check.js'
import { Field } from '../../../parts/field.js'
import type { Condition, Question } from '../questions.js'
import {
  conditionWith,
  newCondition,
  type Operator,
  operatorOf,
  OPERATORS,
  operatorsFor,
} from './conditions.js'
import { valueOf } from './draft.js'

interface Props {
  /** Its path in the question: `showIf.allOf.0`. */
  readonly name: string
  readonly condition: Condition
  /** The questions that it can be about. */
  readonly earlier: readonly Question[]
  readonly error: string
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

/** A condition: an earlier question, what its answer must be, and the values for that. */
export function ConditionFields({ name, condition, earlier, error, onChange, onRemove }: Props) {
  const question = earlier.find(({ questionId }) => questionId === condition.questionId)
  const operator = operatorOf(condition)
  return (
    <div className="condition" role="group" aria-label="Condition">
      <Field
        label="The answer to"
        name={`${name}.questionId`}
        value={question?.questionId ?? ''}
        error={error || undefined}
        onChange={(questionId) => {
          const chosen = earlier.find((each) => each.questionId === questionId)
          if (chosen) onChange(newCondition(chosen))
        }}
      >
        {!question && <option value="">No earlier question: choose one</option>}
        {earlier.map(({ questionId, text }) => (
          <option key={questionId} value={questionId}>
            {text || 'A question without a text'}
          </option>
        ))}
      </Field>
      {question && (
        <Field
          label="Condition"
          name={`${name}.operator`}
          value={operator}
          error={undefined}
          onChange={(chosen) => {
            const { questionId, isOneOf, isNotOneOf } = condition
            const values = isOneOf ?? isNotOneOf ?? []
            onChange(conditionWith(questionId, chosen as Operator, values))
          }}
        >
          {operatorsFor(question).map((each) => (
            <option key={each} value={each}>
              {OPERATORS[each]}
            </option>
          ))}
        </Field>
      )}
      <button type="button" aria-label="Remove the condition" onClick={onRemove}>
        ×
      </button>
      {question && <Values {...{ name, question, condition, onChange }} />}
    </div>
  )
}

interface ValuesProps extends Pick<Props, 'name' | 'condition' | 'onChange'> {
  readonly question: Question
}

/** The choices of the question, or the ends of a range. */
function Values({ name, question, condition, onChange }: ValuesProps) {
  const { questionId, isOneOf, isNotOneOf, between } = condition
  const values = isOneOf ?? isNotOneOf
  if (values)
    return (
      <div className="choices">
        {question.choices.map((choice, index) => {
          const value = valueOf(choice)
          const others = values.filter((each) => each !== value)
          return (
            <Check
              key={index}
              label={choice.label || `Choice ${index + 1}`}
              checked={values.includes(value)}
              onChange={(checked) => {
                const chosen = checked ? [...others, value] : others
                onChange(conditionWith(questionId, operatorOf(condition), chosen))
              }}
            />
          )
        })}
      </div>
    )
  if (!between) return null
  const end = (key: 'from' | 'to', label: string) => (
    <Field
      label={label}
      name={`${name}.between.${key}`}
      type={question.kind === 'DATE' ? 'date' : 'number'}
      value={between[key] ?? ''}
      error={undefined}
      onChange={(value) => {
        onChange({ ...condition, between: { ...between, [key]: value || null } })
      }}
    />
  )
  return (
    <div className="choices">
      {end('from', 'From (empty: no limit)')}
      {end('to', 'To (empty: no limit)')}
    </div>
  )
}
