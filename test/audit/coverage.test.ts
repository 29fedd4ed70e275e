import { describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.js'

const db = testDatabase()

/** Tables whose writes leave no entries, and why. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  _prisma_migrations: 'of the migrations, not of a company',
  access_token:
    'issued and replaced with a session or with an exchange of its refresh token, which are audited',
  audit_entry: 'the log itself',
  audit_offset: 'of the log itself',
  audit_deletion: 'of the log itself',
  chosen_id: 'hashes of inputs, beside the records that they created',
  document_content: 'parts of files: the document is audited',
  document_object: 'where the bytes of files are: the document is audited',
  document_thumbnail: 'made from a file when it is first requested',
  document_upload: 'uploads that no record keeps',
  company_mail: 'turns and a counter of mails; a user who is invited is audited',
  idempotency_key: 'copies of responses for retries',
  known_network: 'counts sign-ins, which are audited as sessions',
  login_attempt: 'counters that expire after minutes',
  oauth_client: 'of the operator, not of a company',
  issued_hash: 'hashes of signatures and reports, whose documents are audited',
  notice: 'the outbox of mails about what happens',
  queued_mail: 'the outbox: the token that a mail brings is audited',
  risk: 'the same for all companies, never written',
  service_state: 'of the operator, not of a company',
  state_change: 'a log beside the entries, of what follows from writes and from time',
  webhook_delivery: 'what the service has sent, which is a log of its own',
  log_follower: 'how far consumers have read this log',
  state_recheck: 'what the ticker has yet to compare with this log',
}

/** Columns that are not recorded: in every table, and in one. */
const NOT_RECORDED = ['id', 'uuid', 'company_id', 'created_at', 'updated_at', 'search_text']
const NOT_RECORDED_OF: Readonly<Record<string, readonly string[]>> = {
  // Counters of what is created: the records themselves have entries.
  company: ['job_number', 'asset_code_number', 'barcode_number', 'link_secret'],
  document: ['content', 'content_key'],
  // They follow from the sections, and from the entry itself.
  checklist_version: ['number', 'checks_count', 'user_id'],
  inspection: ['checklist_outdated', 'ignored_answers'],
  // Only instances of release 1.1 read the first. The second is that of the last inspection.
  asset: ['next_inspection', 'due_basis'],
  // Turns of the worker. The document has entries of its own; the hash is that of the content.
  report: ['attempts', 'next_attempt_at', 'content', 'document_id'],
  // What each request with the key changes.
  api_key: ['last_used_at', 'last_used_address', 'use_count', 'hash'],
  // Secrets, and what each attempt to deliver changes.
  webhook: ['secret', 'previous_secret', 'since_transaction_id', 'failing_since', 'paused_until'],
  refresh_token: ['hash', 'successor', 'expires_at'],
  password_token: ['hash'],
  calendar_link: ['hash'],
  // When the newest digest was written.
  app_user: ['digested_at'],
}

interface Column {
  readonly table: string
  readonly column: string
  readonly definition: string | null
}

const columns = async () =>
  (
    await db.pool.query<Column>(`
      select c.relname as table, a.attname as column,
        (select pg_get_functiondef(p.oid) from pg_proc p where p.proname = 'audit_' || c.relname) as definition
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by 1, a.attnum`)
  ).rows

const isRead = ({ column, definition }: Column) =>
  new RegExp(`\\b(r|new|old|changed_rows|select)\\.${column}\\b`, 'i').test(definition ?? '') ||
  new RegExp(`array_agg\\(${column}\\)`).test(definition ?? '')

describe('the audit log', () => {
  it('has triggers on every table, unless the table is named here', async () => {
    const all = await columns()
    const names = (audited: boolean) =>
      new Set(all.filter(({ definition }) => (definition !== null) === audited).map((c) => c.table))
    expect([...names(false)].sort()).toEqual(Object.keys(NOT_AUDITED).sort())
    const { rows } = await db.pool.query<{ name: string; enabled: string; events: string }>(`
      select c.relname as name, string_agg(distinct t.tgenabled::text, '') as enabled,
        string_agg(substring(t.tgname from '[a-z]+$'), ' ' order by t.tgname) as events
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname like 'audit\\_%' group by 1`)
    const partial: Record<string, string> = {
      session: 'insert update',
      checklist_version: 'insert',
      refresh_token: 'update',
      password_token: 'insert',
      job_zone: 'delete insert',
      zone_type_asset_type: 'delete insert',
    }
    expect(new Set(rows.map(({ name }) => name))).toEqual(names(true))
    for (const { name, enabled, events } of rows) {
      expect({ name, enabled, events }).toEqual({
        name,
        enabled: 'O',
        events: partial[name] ?? 'delete insert update',
      })
    }
  })

  it('records every column of these tables, unless the column is named here', async () => {
    const missing = (await columns()).filter(
      (each) =>
        each.definition !== null &&
        !isRead(each) &&
        !NOT_RECORDED.includes(each.column) &&
        !NOT_RECORDED_OF[each.table]?.includes(each.column),
    )
    expect(missing.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  })

  it('reads no secret, except to see that a password has changed', async () => {
    const secrets = (await columns()).filter(
      ({ table, column }) =>
        /hash|successor|answer|secret|^key$/.test(column) && table !== 'inspection',
    )
    expect(secrets.length).toBeGreaterThan(8)
    expect(secrets.filter(isRead).map(({ table, column }) => `${table}.${column}`)).toEqual([
      'app_user.password_hash',
    ])
  })
})
