import { counted, type DerivedField, lookedUp } from '../../db/read/derived.js'
import type { Figures } from '../../db/read/figures.js'
import { byIcu } from './by-icu.js'
import type { NounRules } from './noun-rules.js'

/** A column of the newest version of the checklist. */
const ofNewestVersion = <Value>(name: string): DerivedField<Value> =>
  lookedUp<Value>(
    ({ column, company }) => `(select v.${name} from checklist_version v
      where v.company_id = ${company} and v.checklist_id = ${column('id')} and v.number = ${column('version')})`,
  )

/** For each question of the newest version: the answers to it in any version, in the inspections that a filter selects. */
const answerStatistics: Figures = {
  of: 'Inspection',
  sql: ({ column, company }) => {
    const [id, version] = [column('id'), column('version')]
    return ({ from, where }) => `(
  select coalesce(jsonb_agg(jsonb_build_object(
    'section', section -> 'name', 'question', question,
    'count', coalesce(case question ->> 'kind' when 'PHOTO' then a.entries else a.values end, 0), 'failedCount', coalesce(a.failed, 0), 'notApplicableCount', coalesce(a.not_applicable, 0),
    'average', case when question ->> 'kind' = 'NUMBER' then a.average end) order by s.place, q.place), '[]')
  from checklist_version v
  cross join jsonb_array_elements(v.sections) with ordinality s (section, place)
  cross join jsonb_array_elements(section -> 'questions') with ordinality q (question, place)
  left join (
    select question_id, count(*) filter (where not (answer ->> 'notApplicable')::boolean) as entries,
      count(*) filter (where answer ->> 'value' is not null or answer ->> 'values' is not null) as values,
      count(*) filter (where (answer ->> 'fails')::boolean) as failed,
      count(*) filter (where (answer ->> 'notApplicable')::boolean) as not_applicable,
      avg((answer ->> 'value')::float8) filter (where answer ->> 'value' ~ '^-?[0-9]+(\\.[0-9]+)?$') as average
    from ${from} cross join lateral jsonb_each(t.answer_data) answers (question_id, answer)
    where ${where} and t.checklist_version_id in (
      select w.id from checklist_version w where w.company_id = ${company} and w.checklist_id = ${id})
    group by question_id
  ) a on a.question_id = question ->> 'questionId'
  where v.company_id = ${company} and v.checklist_id = ${id} and v.number = ${version}
    and question ->> 'kind' <> 'INSTRUCTION')`
  },
}

export const checklist = {
  size: 'small',
  hasLargeLists: true,
  hasLargeCounts: true,
  // The rows of `checklist_version` are never changed.
  logged: { checklist: [], checklist_check: [], checklist_version: [] },
  derived: {
    sortedName: byIcu('name'),
    sections: ofNewestVersion<unknown>('sections'),
    checksCount: ofNewestVersion<number>('checks_count'),
    passPercentage: ofNewestVersion<number>('pass_percentage'),
    versionId: ofNewestVersion<string>('uuid'),
  },
  figures: { answerStatistics },
} as const satisfies NounRules

/** The questions in the JSON of a version. */
const questionsIn = (sections: string) =>
  `select q.question from jsonb_array_elements(${sections}) as s (section)
    cross join jsonb_array_elements(s.section -> 'questions') q (question)`

/** How many questions a version has added, changed and removed. A question keeps its id from version to version. */
const changes = lookedUp<{ added: number; changed: number; removed: number }>(
  ({ column, company }) => `(
  select jsonb_build_object(
    'added', count(*) filter (where before.question is null),
    'changed', count(*) filter (where before.question <> after.question),
    'removed', count(*) filter (where after.question is null))
  from (${questionsIn(column('sections'))}) after
  full join (
    select x.question from checklist_version v cross join lateral (${questionsIn('v.sections')}) x
    where v.company_id = ${company} and v.checklist_id = ${column('checklistId')} and v.number = ${column('number')} - 1
  ) before on before.question ->> 'questionId' = after.question ->> 'questionId')`,
)

export const checklistVersion = {
  size: 'small',
  hasLargeLists: true,
  derived: { changes },
} as const satisfies NounRules

/** The number of questions in the newest versions of the company's checklists, without removed ones. */
export const CHECKS_IN_USE = counted<number>(
  ({ company }) => `(select coalesce(sum(v.checks_count), 0)::int from checklist c
    join checklist_version v on v.company_id = ${company} and v.checklist_id = c.id and v.number = c.version
    where c.company_id = ${company} and c.deleted_at is null)`,
)
