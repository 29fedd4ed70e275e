import { type DerivedField, lookedUp } from '../../db/read/derived.js'
import { linkPath } from '../document/link.js'
import type { ReportContent, ReportKind } from './report-content.js'

/** A value of the report `r` of a record. A site has several reports: its newest one counts. */
const ofReport =
  (kind: ReportKind, key: string) =>
  <Value>(value: (company: string) => string): DerivedField<Value> =>
    lookedUp<Value>(
      ({ column, company }) =>
        `(select ${value(company)} from report r
        where r.company_id = ${company} and r.kind = '${kind}' and r.${key} = ${column('id')}
        order by r.created_at desc, r.uuid desc limit 1)`,
    )

/**
 * The derived fields of a report, with names that begin with `prefix`, and the embedded object that they form. Each is looked up on its own, so
 * that a list with links does not read the contents.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the names of the fields have it
export function reportFields<Prefix extends string>(
  prefix: Prefix,
  kind: ReportKind,
  key: 'inspection_id' | 'job_id' | 'site_id',
) {
  const field = ofReport(kind, key)
  const url = (company: string) =>
    `(select ${linkPath({ company, column: (name) => `d.${name}` })} from document d
      where d.company_id = ${company} and d.id = r.document_id)`
  const sha256 = (company: string) =>
    `(select encode(d.sha256, 'hex') from document d where d.company_id = ${company} and d.id = r.document_id)`
  const fields = {
    Status: field<'pending' | 'ready' | 'failed'>(() => 'r.status'),
    Kind: field<ReportKind>(() => 'r.kind'),
    CreatedAt: field<Date>(() => 'r.created_at'),
    Url: field<string | null>(url),
    Sha256: field<string | null>(sha256),
    ContentSha256: field<string | null>(() => `encode(r.content_sha256, 'hex')`),
    Content: field<ReportContent | null>(() => 'r.content'),
  }
  type Fields = {
    [Name in keyof typeof fields as `${Prefix}${Name}`]: (typeof fields)[Name]
  }
  const derived = Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [`${prefix}${name}`, each]),
  ) as Fields
  const embedded = Object.fromEntries(
    Object.keys(fields).map((name) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      `${prefix}${name}`,
    ]),
  )
  return { derived, embedded }
}
