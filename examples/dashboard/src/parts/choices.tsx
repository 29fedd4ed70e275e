interface Props {
  readonly legend: string
  readonly name: string
  /** Each with the text after it, and a remark. */
  readonly options: readonly (readonly [value: string, text: string, remark: string])[]
  readonly chosen: readonly string[]
  readonly error?: string | undefined
}

/** A checkbox for each of several values. The form reads the checked ones when it is sent. */
export const Choices = ({ legend, name, options, chosen, error }: Props) => (
  <fieldset className="values-filter">
    <legend>{legend}</legend>
    {options.map(([value, text, remark]) => (
      <label key={value} className="check">
        <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
        <span>
          {text} <span className="muted">{remark}</span>
        </span>
      </label>
    ))}
    {error && <p className="error">{error}</p>}
  </fieldset>
)
