import { useId } from 'react'
import { type Answer, type AnswerChange, fails } from './answers.js'
import { PhotoInput, type Photographs } from './photo-input.js'
import type { Question } from './questions.js'

interface Props {
  readonly question: Question
  readonly answer: Answer | undefined
  /** What the service has rejected. */
  readonly error: string | undefined
  readonly photographs: Photographs | undefined
  readonly onChange: (change: AnswerChange) => void
}

/** A question of a checklist, with the input for its kind, a note, and "not applicable" if that is allowed. */
export function QuestionInput({ question, answer, error, photographs, onChange }: Props) {
  const id = useId()
  const { kind, text, hint, required, unit, allowNotApplicable } = question
  if (kind === 'INSTRUCTION') return <p className="instruction">{text}</p>
  const isFailing = answer !== undefined && fails(question, answer)
  const needsNote = isFailing && question.requireNoteWhenFailing
  const photoIds = answer?.photoIds ?? []
  const takesPhotos = kind === 'PHOTO' ? !answer?.notApplicable : isFailing || photoIds.length > 0
  return (
    <fieldset
      className="question"
      data-failing={isFailing}
      aria-describedby={error && `${id}-error`}
    >
      <legend>
        {text}
        {unit && ` (${unit})`}
        {required && <span className="muted"> required</span>}
      </legend>
      {hint && <p className="muted">{hint}</p>}
      {kind !== 'PHOTO' && !answer?.notApplicable && (
        <ValueInput {...{ id, question, answer, onChange }} />
      )}
      {allowNotApplicable && (
        <label className="check">
          <input
            type="checkbox"
            checked={answer?.notApplicable ?? false}
            onChange={(event) => {
              onChange({
                notApplicable: event.target.checked,
                ...{ values: [], isNone: false, photoIds: [] },
              })
            }}
          />
          Not applicable
        </label>
      )}
      {(isFailing || answer?.note) && (
        <label>
          {needsNote ? 'Note, required because the answer fails' : 'Note'}
          <input
            value={answer.note}
            onChange={(event) => {
              onChange({ note: event.target.value })
            }}
          />
        </label>
      )}
      {takesPhotos && (
        <PhotoInput
          {...{ photographs, photoIds }}
          isRequired={isFailing && question.requirePhotoWhenFailing}
          atLeast={kind === 'PHOTO' ? question.minimumCount : null}
          onChange={(change) => {
            // The user may have chosen "not applicable" while a photograph was stored.
            onChange(({ notApplicable, photoIds: before }) =>
              notApplicable ? {} : { photoIds: change(before) },
            )
          }}
        />
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function ValueInput({
  id,
  question,
  answer,
  onChange,
}: Omit<Props, 'error' | 'photographs'> & { readonly id: string }) {
  const { kind, text, choices } = question
  const values = answer?.values ?? []
  if (choices.length === 0) {
    const type = kind === 'DATE' ? 'date' : 'text'
    return (
      <input
        aria-label={text}
        type={type}
        inputMode={kind === 'NUMBER' ? 'decimal' : undefined}
        value={values[0] ?? ''}
        onChange={({ target: { value } }) => {
          onChange({ values: value === '' ? [] : [value] })
        }}
      />
    )
  }
  const isMultiple = kind === 'MULTI_CHOICE'
  return (
    <div className="choices">
      {choices.map(({ value, label }) => (
        <label className="check" key={value}>
          <input
            type={isMultiple ? 'checkbox' : 'radio'}
            name={id}
            checked={values.includes(value)}
            onChange={({ target: { checked } }) => {
              const others = isMultiple ? values.filter((each) => each !== value) : []
              onChange({ values: checked ? [...others, value] : others, isNone: false })
            }}
          />
          {label}
        </label>
      ))}
      {isMultiple && (
        <label className="check">
          <input
            type="checkbox"
            checked={answer?.isNone ?? false}
            onChange={({ target: { checked } }) => {
              onChange({ values: [], isNone: checked })
            }}
          />
          None of these
        </label>
      )}
    </div>
  )
}
