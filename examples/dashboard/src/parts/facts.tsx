import type { ReactNode } from 'react'

interface Props {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** What a record has, by name. */
export const Facts = ({ facts }: Props) => (
  <dl className="facts panel">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
