import type { ClientBase } from 'pg'

/** What a schema has, by kind: a description of each item by its name. */
export interface SchemaSnapshot {
  /** The file of each table: another one after a rewrite. */
  readonly tables: ReadonlyMap<string, { file: string }>
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, { type: string; required: boolean; hasDefault: boolean }>
  readonly indexes: ReadonlyMap<
    string,
    { table: string; unique: boolean; of: string; file: string }
  >
  /** Checks, foreign keys and exclusions. */
  readonly constraints: ReadonlyMap<string, { table: string; definition: string }>
  readonly functions: ReadonlyMap<string, object>
  /** By `type.value`. */
  readonly enumValues: ReadonlyMap<string, object>
}

/** Each statement returns rows of a name and a description. */
const STATEMENTS: Record<keyof SchemaSnapshot, string> = {
  tables: `
    select relname as name, jsonb_build_object('file', pg_relation_filenode(oid)::text) as item
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  columns: `
    select c.relname || '.' || a.attname as name, jsonb_build_object(
      'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
      'hasDefault', a.atthasdef or a.attidentity <> '') as item
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  indexes: `
    select c.relname as name, jsonb_build_object(
      'table', t.relname, 'unique', i.indisunique, 'of', substring(pg_get_indexdef(c.oid) from ' USING (.*)$'),
      'file', pg_relation_filenode(c.oid)::text) as item
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace`,
  constraints: `
    select conrelid::regclass || '.' || conname as name, jsonb_build_object(
      'table', conrelid::regclass::text, 'definition', pg_get_constraintdef(oid)) as item
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'x')`,
  functions: `
    select oid::regprocedure::text as name, '{}'::jsonb as item
    from pg_proc where pronamespace = 'public'::regnamespace`,
  enumValues: `
    select enumtypid::regtype || '.' || enumlabel as name, '{}'::jsonb as item from pg_enum`,
}

export async function readSchema(client: ClientBase): Promise<SchemaSnapshot> {
  const snapshot: Record<string, Map<string, object>> = {}
  for (const [kind, text] of Object.entries(STATEMENTS)) {
    const { rows } = await client.query<{ name: string; item: object }>(text)
    snapshot[kind] = new Map(rows.map(({ name, item }) => [name, item]))
  }
  return snapshot as unknown as SchemaSnapshot
}
