import { labelOf } from '../../format.js'
import { Field } from '../../parts/field.js'
import { RISKS } from '../../risks.js'
import type { FormErrors } from '../../parts/form-errors.js'
import { type Merge, NO_MERGE } from '../../parts/merge.js'
import type { InputName, SiteTexts } from './site-texts.js'

interface Props {
  /** The values when the form opens. */
  readonly texts: SiteTexts
  readonly errors: FormErrors
  /** What another user has saved. A new site has none. */
  readonly merge?: Merge
  readonly onChoose?: (name: InputName, choice: 'mine' | 'theirs') => void
}

export function SiteFields({ texts, errors, merge = NO_MERGE, onChoose }: Props) {
  const { taken, conflicts } = merge
  const field = (name: InputName) => ({
    name,
    value: texts[name],
    error: errors.get(name),
    isTheirs: name in taken,
    conflict:
      conflicts[name] === undefined
        ? undefined
        : {
            theirs: describe(name, conflicts[name]),
            onChoose: (choice: 'mine' | 'theirs') => {
              onChoose?.(name, choice)
            },
          },
  })
  return (
    <>
      <Field label="Name" {...field('name')} />
      <Field label="Legal name" {...field('legalName')} />
      <div className="row">
        <Field label="Registration number" {...field('registrationNumber')} />
        <Field label="VAT number" {...field('vatNumber')} />
      </div>
      <div className="row">
        <Field label="Risk" {...field('riskLevel')}>
          <option value="">{UNKNOWN}</option>
          {RISKS.map((risk) => (
            <option key={risk} value={risk}>
              {labelOf(risk)}
            </option>
          ))}
        </Field>
        <Field
          label="Failing from this number of defects"
          type="number"
          {...field('failureThreshold')}
        />
      </div>
      <fieldset>
        <legend>Address</legend>
        <Field label="Street" {...field('address.street')} />
        <div className="row">
          <Field label="City" {...field('address.city')} />
          <Field label="County or region" {...field('address.region')} />
        </div>
        <Field label="Time zone" {...field('address.timezone')} />
      </fieldset>
    </>
  )
}

const UNKNOWN = 'Unknown'

const describe = (name: InputName, text: string) => {
  if (name === 'riskLevel') return text ? labelOf(text) : UNKNOWN
  return text || 'no value'
}
