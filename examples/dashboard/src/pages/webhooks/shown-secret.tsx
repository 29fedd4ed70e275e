import type { ReactNode } from 'react'
import { CopyText } from '../../parts/copy-text.js'

interface Props {
  readonly title: string
  readonly secret: string
  readonly children?: ReactNode
}

/** The secret of a webhook, which the service shows once. */
export const ShownSecret = ({ title, secret, children }: Props) => (
  <section className="panel form" aria-labelledby="secret">
    <h2 id="secret">{title}</h2>
    <p role="status">
      Copy the secret now: it cannot be shown again. The receiver verifies the header
      “webhook-signature” with it.
    </p>
    <CopyText label="The secret" text={secret} />
    {children}
  </section>
)
