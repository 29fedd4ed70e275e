import type { GraphQLQuery, Sql } from './query.js'

const QUESTIONS = 40

const questionIds = Array.from(
  { length: QUESTIONS },
  (_, index) => `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
)

const choices = [
  { value: 'YES', label: 'Yes', fails: false, points: 1 },
  { value: 'NO', label: 'No', fails: true, points: 0 },
]

const sections = [
  {
    name: 'Monthly check',
    questions: questionIds.map((questionId, index) => ({
      ...{ questionId, kind: 'YES_NO', text: `Is part ${index + 1} in order?`, hint: null },
      ...{ required: true, weight: 1, critical: false, allowNotApplicable: true },
      ...{ requireNoteWhenFailing: true, requirePhotoWhenFailing: false, opensFinding: 'Medium' },
      ...{ choices, unit: null, minimum: null, maximum: null, minimumCount: null, showIf: null },
    })),
  },
]

/** All answers pass: a failing one opens a finding, which takes one more statement. */
const answers = questionIds.map((questionId) => ({ questionId, value: 'YES' }))

export const M7: GraphQLQuery = {
  title: `recordInspection with ${QUESTIONS} answers, with its asset in the payload`,
  service: `mutation M7($asset: ID!, $version: ID!, $answers: [AnswerInput!]!) {
    recordInspection(input: { assetId: $asset, checklistVersionId: $version, answers: $answers }) {
      inspection { id outcome score asset { code } } userErrors { code } } }`,
  statement: {
    name: 'M7',
    values: ({ company, user, asset, version, answers }) => [
      company,
      user,
      asset,
      version,
      JSON.stringify(answers),
    ],
    text: `
with version as (
  select id, sections, pass_percentage from checklist_version where company_id = $1 and uuid = $4
), judged as (
  select round(100 * sum(weight * points) / sum(weight))::int as score, jsonb_object_agg(id, jsonb_build_object(
    'value', value, 'values', null, 'notApplicable', false, 'note', null, 'answeredAt', null,
    'fails', fails, 'points', weight * points, 'maximumPoints', weight)) as data, array_agg(id) filter (where not fails) as passed
  from (
    select (q ->> 'questionId')::uuid as id, (q ->> 'weight')::int as weight, given.value, (c ->> 'points')::int as points,
      (c ->> 'fails')::boolean as fails
    from version, jsonb_array_elements(version.sections) s, jsonb_array_elements(s -> 'questions') q,
      jsonb_to_recordset($5::jsonb) as given ("questionId" text, value text), jsonb_array_elements(q -> 'choices') c
    where given."questionId" = q ->> 'questionId' and c ->> 'value' = given.value
  ) answer
), inspected as (
  select id, code from asset where company_id = $1 and uuid = $3 and deleted_at is null and decommissioned_at is null
  for no key update
), created as (
  insert into inspection (uuid, company_id, inspector_id, asset_id, outcome, score, inspected_at, checklist_version_id, answer_data)
  select gen_random_uuid(), $1, $2, inspected.id,
    (case when score < pass_percentage then 'failed' else 'passed' end)::inspection_outcome, score, now(), version.id, data
  from inspected, version, judged
  returning id, uuid, outcome, score
), updated as (
  update asset set last_inspection = now(), defective = created.outcome = 'failed', updated_at = now()
  from inspected, created where asset.company_id = $1 and asset.id = inspected.id
), resolved as (
  update finding set status = 'resolved', resolved_at = now(), resolved_by_id = $2, resolved_by_inspection_id = created.id,
    updated_at = now()
  from inspected, created, judged
  where finding.company_id = $1 and finding.asset_id = inspected.id and finding.status = 'open' and finding.deleted_at is null
    and finding.question_id = any(judged.passed)
)
select json_build_object('data', json_build_object('recordInspection', json_build_object(
  'inspection', json_build_object('id', created.uuid, 'outcome', upper(created.outcome::text), 'score', created.score,
    'asset', json_build_object('code', inspected.code)),
  'userErrors', json_build_array())))::text
from created, inspected`,
  },
  variables: async (sql, company) => {
    const version = await versionOf(sql, company)
    const assets = await sql<{ asset: string }>(ASSETS, [company])
    return assets.map(({ asset }) => ({ asset, version, answers }))
  },
  save: async (sql, company) => {
    const assets = await sql<{ asset: string; saved: string }>(ASSETS, [company])
    const [last] = await sql<{ id: number }>('select max(id) as id from inspection')
    return async () => {
      // Meanwhile the service makes reports of them.
      await sql(`
        begin; lock table report, document in share row exclusive mode;
        delete from report where inspection_id > ${last?.id}; delete from document where inspection_id > ${last?.id};
        delete from inspection where id > ${last?.id};
        commit`)
      for (const { asset, saved } of assets) await sql(RESTORE, [asset, saved])
    }
  },
}

/** The UUID of the version of the benchmark's checklist, which is created once in a database. */
async function versionOf(sql: Sql, company: number): Promise<string> {
  const values = [company, questionIds[0], JSON.stringify(sections), QUESTIONS]
  await sql(CREATE, values)
  const [found] = await sql<{ uuid: string }>(
    'select v.uuid from checklist_version v where v.company_id = $1 and v.uuid = $2',
    [company, questionIds[0]],
  )
  return found?.uuid ?? ''
}

const CREATE = `
with created as (
  insert into checklist (uuid, company_id, name) values ($2::uuid, $1::int, 'Benchmark') on conflict do nothing returning id
)
insert into checklist_version (uuid, company_id, checklist_id, number, sections, checks_count)
select $2::uuid, $1::int, id, 1, $3::jsonb, $4::int from created`

/** Without the assets whose type needs the time of each answer: the service would reject these answers. */
const ASSETS = `
  select uuid as asset, jsonb_build_object('last_inspection', last_inspection, 'defective', defective, 'updated_at', updated_at) as saved
  from asset where company_id = $1 and deleted_at is null and decommissioned_at is null and not defective
    and type_id not in (select t.id from asset_type t where t.company_id = $1 and t.enforce_checklist_order)
  order by id limit 50`

const RESTORE = `
  update asset set (last_inspection, defective, updated_at) = (
    select s.last_inspection, s.defective, s.updated_at
    from jsonb_to_record($2::jsonb) as s (last_inspection timestamptz, defective boolean, updated_at timestamptz))
  where uuid = $1`
