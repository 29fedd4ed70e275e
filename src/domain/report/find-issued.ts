import type { Database } from '../../db/connect.js'
import type { ReportKind } from './report-content.js'

/** What was issued with a hash: a signature, the PDF of a report, or its content. */
export interface Issued {
  readonly kind: 'signature' | 'file' | 'content'
  readonly about: ReportKind
  /** The number of the job, or the id of the inspection or the site. */
  readonly number: number
  readonly issuedAt: Date
  /** Whether the inspection that it is about was voided since. */
  readonly voided: boolean
}

/** Finds what a company has issued with a SHA-256 hash in hexadecimal. Undefined if no company has. */
export async function findIssued(
  db: Pick<Database, 'read'>,
  hash: string,
): Promise<Issued | undefined> {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return undefined
  const { rows } = await db.read<Issued & Record<string, unknown>>(
    {
      name: 'find-issued',
      text: 'select kind, about, number, issued_at as "issuedAt", voided from find_issued($1)',
      values: [Buffer.from(hash, 'hex')],
    },
    { quick: true },
  )
  return rows[0]
}
