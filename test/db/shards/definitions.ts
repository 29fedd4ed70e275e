/**
 * Columns, keys, checks, indexes, triggers, policies and functions, without those of Citus. Keys to reference tables do not cascade on a
 * distributed database, and the condition of a trigger that was created again has fewer parentheses.
 */
export const DEFINITIONS = `
with tables as (
  select c.oid from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
)
select attrelid::regclass || '.' || attname as name,
       concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attgenerated, pg_get_expr(adbin, adrelid)) as definition
from pg_attribute left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
where attrelid in (select oid from tables) and attnum > 0 and not attisdropped
union all select conrelid::regclass || ' ' || conname, replace(pg_get_constraintdef(oid), 'ON UPDATE CASCADE', 'ON UPDATE RESTRICT')
from pg_constraint where conrelid in (select oid from tables)
union all select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from tables)
union all select tgrelid::regclass || ' ' || tgname, translate(pg_get_triggerdef(oid), '()', '')
from pg_trigger where not tgisinternal and tgrelid in (select oid from tables)
union all select polrelid::regclass || ' ' || polname, pg_get_expr(polqual, polrelid) from pg_policy
where polrelid in (select oid from tables)
union all select oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc p
where pronamespace = 'public'::regnamespace and prokind = 'f'
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
order by 1, 2`
