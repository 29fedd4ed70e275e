interface Props {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A checkbox with its label. */
export const Check = ({ label, checked, onChange }: Props) => (
  <label className="check">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => {
        onChange(target.checked)
      }}
    />
    {label}
  </label>
)
