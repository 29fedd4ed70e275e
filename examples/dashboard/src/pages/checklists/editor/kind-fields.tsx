import { Check } from '../../../parts/check.js'
import { Field } from '../../../parts/field.js'
import type { FormErrors } from '../../../parts/form-errors.js'
import { NumberField } from '../../../parts/number-field.js'
import { RISKS } from '../../../risks.js'
import { labelOf } from '../../../format.js'
import type { RiskLevel } from '../../../../generated/graphql.js'
import { hasChoices, type Question } from '../questions.js'
import { ChoiceFields } from './choice-fields.js'

interface Props {
  readonly question: Question
  readonly errors: FormErrors
  readonly onChange: (change: Partial<Question>) => void
}

/** What only some kinds of questions have: choices, a unit and bounds, a number of photographs, and a share in the score. */
export function KindFields({ question, errors, onChange }: Props) {
  const { kind, unit } = question
  const number = (name: 'minimum' | 'maximum' | 'minimumCount' | 'weight', label: string) => (
    <NumberField
      {...{ name, label }}
      value={question[name]}
      error={errors.get(name)}
      onChange={(value) => {
        onChange({ [name]: value })
      }}
    />
  )
  return (
    <>
      {hasChoices(kind) && (
        <ChoiceFields
          question={question}
          errors={errors}
          onChange={(choices) => {
            onChange({ choices })
          }}
        />
      )}
      {kind === 'NUMBER' && (
        <div className="row narrow">
          <Field
            label="Unit"
            name="unit"
            value={unit ?? ''}
            error={errors.get('unit')}
            onChange={(text) => {
              onChange({ unit: text || null })
            }}
          />
          {number('minimum', 'Fails below')}
          {number('maximum', 'Fails above')}
        </div>
      )}
      {kind === 'PHOTO' && number('minimumCount', 'Photographs, at least')}
      {(hasChoices(kind) || kind === 'NUMBER') && (
        <>
          <div className="row narrow">
            {number('weight', 'Weight in the score')}
            <Severity {...{ question, errors, onChange }} />
          </div>
          <FailingChecks {...{ question, errors, onChange }} />
        </>
      )}
    </>
  )
}

const Severity = ({ question, errors, onChange }: Props) => (
  <Field
    label="A failing answer opens a finding"
    name="opensFinding"
    value={question.opensFinding ?? ''}
    error={errors.get('opensFinding')}
    onChange={(level) => {
      onChange({ opensFinding: (level || null) as RiskLevel | null })
    }}
  >
    <option value="">No finding</option>
    {RISKS.map((level) => (
      <option key={level} value={level}>
        {labelOf(level)}
      </option>
    ))}
  </Field>
)

const FAILING_CHECKS = {
  critical: 'Critical: a failing answer fails the inspection',
  requireNoteWhenFailing: 'A failing answer needs a note',
  requirePhotoWhenFailing: 'A failing answer needs a photograph',
} as const

const FailingChecks = ({ question, onChange }: Props) => (
  <div className="checks">
    {(Object.keys(FAILING_CHECKS) as (keyof typeof FAILING_CHECKS)[]).map((name) => (
      <Check
        key={name}
        label={FAILING_CHECKS[name]}
        checked={question[name]}
        onChange={(checked) => {
          onChange({ [name]: checked })
        }}
      />
    ))}
  </div>
)
