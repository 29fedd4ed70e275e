import type { QuestionKind } from '../../../../generated/graphql.js'
import { Check } from '../../../parts/check.js'
import { Field } from '../../../parts/field.js'
import type { FormErrors } from '../../../parts/form-errors.js'
import { KINDS, type Question } from '../questions.js'
import { withKind } from './draft.js'
import { KindFields } from './kind-fields.js'
import { ShowIfFields } from './show-if-fields.js'

interface Props {
  readonly question: Question
  /** Whether it is in the saved checklist: then it keeps its kind. */
  readonly isSaved: boolean
  readonly earlier: readonly Question[]
  /** By the path inside of the question. */
  readonly errors: FormErrors
  readonly onChange: (question: Question) => void
}

const KIND_NAMES = Object.keys(KINDS) as QuestionKind[]

/** The inputs of one question. */
export function QuestionFields({ question, isSaved, earlier, errors, onChange }: Props) {
  const { questionId, kind, text, hint, required, allowNotApplicable, showIf } = question
  const change = (part: Partial<Question>) => {
    onChange({ ...question, ...part })
  }
  const hasAnswer = kind !== 'INSTRUCTION'
  return (
    <div className="form" id={`${questionId}-fields`}>
      {errors.has('questionId') && <p className="error">{errors.get('questionId')}</p>}
      <Field
        label={hasAnswer ? 'Question' : 'Instruction'}
        name="text"
        value={text}
        error={errors.get('text')}
        onChange={(changed) => {
          change({ text: changed })
        }}
      />
      <div className="row">
        {isSaved ? (
          <p className="field">
            <span className="muted">Kind, which a saved question keeps</span>
            {KINDS[kind]}
          </p>
        ) : (
          <Field
            label="Kind"
            name="kind"
            value={kind}
            error={errors.get('kind')}
            onChange={(changed) => {
              onChange(withKind(question, changed as QuestionKind))
            }}
          >
            {KIND_NAMES.map((name) => (
              <option key={name} value={name}>
                {KINDS[name]}
              </option>
            ))}
          </Field>
        )}
        <Field
          label="How to answer it"
          name="hint"
          value={hint ?? ''}
          error={errors.get('hint')}
          onChange={(changed) => {
            change({ hint: changed || null })
          }}
        />
      </div>
      {hasAnswer && (
        <div className="checks">
          {kind !== 'PHOTO' && (
            <Check
              label="An answer is required"
              checked={required}
              onChange={(checked) => {
                change({ required: checked })
              }}
            />
          )}
          <Check
            label="It may be “not applicable”"
            checked={allowNotApplicable}
            onChange={(checked) => {
              change({ allowNotApplicable: checked })
            }}
          />
        </div>
      )}
      <KindFields question={question} errors={errors} onChange={change} />
      <ShowIfFields
        showIf={showIf}
        earlier={earlier}
        errors={errors}
        onChange={(changed) => {
          change({ showIf: changed })
        }}
      />
    </div>
  )
}
