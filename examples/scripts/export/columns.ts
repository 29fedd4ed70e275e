import type { DocumentNode, FieldNode, SelectionSetNode } from 'graphql'
import { getOperationAST, Kind } from 'graphql'

/**
 * The columns of a list: the paths of the fields that its document selects in `nodes`, such as `zone.name`. `lists` are
 * fields with several values, which share one column, as JSON.
 */
export function columnsOf(
  document: DocumentNode,
  path: string,
  lists: readonly string[],
): string[] {
  let selection = getOperationAST(document)?.selectionSet
  for (const name of [...path.split('.'), 'nodes']) {
    selection = fieldsOf(selection).find((field) => field.name.value === name)?.selectionSet
  }
  return leavesOf(selection, '', lists)
}

const fieldsOf = (selection: SelectionSetNode | undefined): FieldNode[] =>
  (selection?.selections ?? []).filter((each) => each.kind === Kind.FIELD)

const leavesOf = (
  selection: SelectionSetNode | undefined,
  prefix: string,
  lists: readonly string[],
): string[] =>
  fieldsOf(selection).flatMap(({ name: { value: name }, selectionSet }) =>
    selectionSet && !lists.includes(name)
      ? leavesOf(selectionSet, `${prefix}${name}.`, lists)
      : [prefix + name],
  )

/**
 * The value of a column in a record: empty if it, or an object that has it, is null. The values of several records, such as
 * the zones of a job, are separated by semicolons.
 */
export function valueAt(record: unknown, column: string): string {
  const value = cellAt(record, column)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The value of a column as `valueAt` has it, but a number or a boolean remains one. */
export function cellAt(record: unknown, column: string): string | number | boolean {
  const value = column.split('.').reduce(propertyOf, record)
  if (value == null) return ''
  if (Array.isArray(value) && column.includes('.nodes.')) return value.join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

const propertyOf = (value: unknown, name: string): unknown =>
  Array.isArray(value)
    ? value.map((each) => propertyOf(each, name))
    : (value as Record<string, unknown> | null | undefined)?.[name]
