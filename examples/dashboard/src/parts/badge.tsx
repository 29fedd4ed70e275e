import { labelOf } from '../format.js'

/** An enum value with a dot in its colour, which `--tone-…` in tokens.css defines. The text alone has the meaning. */
export function Badge({ value }: { value: string }) {
  return (
    <span className="badge" data-tone={value.toLowerCase()}>
      {labelOf(value)}
    </span>
  )
}
