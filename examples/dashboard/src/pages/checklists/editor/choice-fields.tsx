import { Check } from '../../../parts/check.js'
import { Field } from '../../../parts/field.js'
import type { FormErrors } from '../../../parts/form-errors.js'
import { NumberField } from '../../../parts/number-field.js'
import type { Choice, Question } from '../questions.js'
import { newChoice } from './draft.js'

interface Props {
  readonly question: Question
  readonly errors: FormErrors
  readonly onChange: (choices: Question['choices']) => void
}

/** The choices of a question: their texts, which of them fail, and the points that they earn. */
export function ChoiceFields({ question: { kind, choices }, errors, onChange }: Props) {
  // The values of a `YES_NO` are fixed.
  const isFixed = kind === 'YES_NO'
  const change = (index: number, part: Partial<Choice>) => {
    onChange(choices.map((choice, at) => (at === index ? { ...choice, ...part } : choice)))
  }
  return (
    <fieldset>
      <legend>Choices</legend>
      {errors.has('choices') && <p className="error">{errors.get('choices')}</p>}
      {choices.map((choice, index) => {
        const path = `choices.${index}`
        const error = errors.get(`${path}.label`) ?? errors.get(`${path}.value`)
        return (
          <div className="choice" key={index}>
            <Field
              label={`Choice ${index + 1}`}
              name={`${path}.label`}
              value={choice.label}
              error={error}
              onChange={(label) => {
                change(index, { label })
              }}
            />
            <NumberField
              label="Points"
              name={`${path}.points`}
              value={choice.points}
              error={errors.get(`${path}.points`)}
              onChange={(points) => {
                change(index, { points: points ?? 0 })
              }}
            />
            <Check
              label="Fails"
              checked={choice.fails}
              onChange={(fails) => {
                change(index, { fails, points: fails ? 0 : 1 })
              }}
            />
            {!isFixed && (
              <button
                type="button"
                aria-label={`Choice ${index + 1}: remove`}
                onClick={() => {
                  onChange(choices.toSpliced(index, 1))
                }}
              >
                ×
              </button>
            )}
          </div>
        )
      })}
      {!isFixed && (
        <button
          type="button"
          onClick={() => {
            onChange([...choices, newChoice()])
          }}
        >
          Add a choice
        </button>
      )}
    </fieldset>
  )
}
