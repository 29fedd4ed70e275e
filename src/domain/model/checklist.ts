import { counted, type DerivedField, lookedUp } from '../../db/read/derived.js'
import type { ModelRules } from '../../db/read/model-rules.js'

/** A column of the newest version of the checklist. */
const ofNewestVersion = <Value>(name: string): DerivedField<Value> =>
  lookedUp<Value>(
    ({ column, company }) => `(select v.${name} from checklist_version v
      where v.company_id = ${company} and v.checklist_id = ${column('id')} and v.number = ${column('version')})`,
  )

export const checklist = {
  size: 'small',
  hasLargeLists: true,
  derived: {
    sections: ofNewestVersion<unknown>('sections'),
    checksCount: ofNewestVersion<number>('checks_count'),
    passPercentage: ofNewestVersion<number>('pass_percentage'),
    versionId: ofNewestVersion<string>('uuid'),
  },
} as const satisfies ModelRules

/** The number of questions in the newest versions of the company's checklists, without removed ones. */
export const CHECKS_IN_USE = counted<number>(
  ({ company }) => `(select coalesce(sum(v.checks_count), 0)::int from checklist c
    join checklist_version v on v.company_id = ${company} and v.checklist_id = c.id and v.number = c.version
    where c.company_id = ${company} and c.deleted_at is null)`,
)
