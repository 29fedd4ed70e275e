import { Field } from '../../../parts/field.js'
import { type FormErrors } from '../../../parts/form-errors.js'
import type { Condition, Question, ShowIf } from '../questions.js'
import { ConditionFields } from './condition-fields.js'
import { answerable, newCondition } from './conditions.js'
import { messagesAt } from './place-errors.js'

interface Props {
  readonly showIf: ShowIf | null
  /** The questions before this one. */
  readonly earlier: readonly Question[]
  readonly errors: FormErrors
  readonly onChange: (showIf: ShowIf | null) => void
}

type Mode = keyof ShowIf

/** When a question is shown: always, or by the answers to earlier questions. */
export function ShowIfFields({ showIf, earlier, errors, onChange }: Props) {
  const candidates = answerable(earlier)
  const [last] = candidates.toReversed()
  const mode: Mode = showIf?.anyOf ? 'anyOf' : 'allOf'
  const conditions = showIf?.[mode] ?? []
  // Without conditions, the question is always shown.
  const change = (changed: Condition[], chosen = mode) => {
    const next = { allOf: null, anyOf: null, [chosen]: changed }
    onChange(changed.length > 0 ? next : null)
  }
  if (!last && !showIf) return null
  return (
    <fieldset>
      <legend>When it is shown</legend>
      <Field
        label="Shown"
        name="showIf"
        value={showIf ? mode : ''}
        error={errors.get('showIf')}
        onChange={(chosen) => {
          const begun = conditions.length > 0 ? conditions : last ? [newCondition(last)] : []
          change(chosen ? begun : [], (chosen || mode) as Mode)
        }}
      >
        <option value="">Always</option>
        <option value="allOf">If all of these conditions hold</option>
        <option value="anyOf">If any of these conditions holds</option>
      </Field>
      {conditions.map((condition, index) => (
        <ConditionFields
          key={index}
          name={`showIf.${mode}.${index}`}
          condition={condition}
          earlier={candidates}
          error={messagesAt(errors, `showIf.${mode}.${index}`)}
          onChange={(changed) => {
            change(conditions.with(index, changed))
          }}
          onRemove={() => {
            change(conditions.toSpliced(index, 1))
          }}
        />
      ))}
      {showIf && last && (
        <button
          type="button"
          onClick={() => {
            change([...conditions, newCondition(last)])
          }}
        >
          Add a condition
        </button>
      )}
    </fieldset>
  )
}
