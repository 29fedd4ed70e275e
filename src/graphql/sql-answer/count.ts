import type { ModelName } from '../../db/read/model.js'
import { type Parent, countSql } from '../../db/read/page.js'
import type { SelectedField } from '../operation/selection.js'
import type { SqlFragment } from './json.js'
import type { Level } from './shared-read.js'

/** The arguments that choose a page. `totalCount` does not depend on them. */
const PAGE_ARGUMENTS = ['first', 'last', 'after', 'before', 'offset', 'orderBy']

/** The SQL of `totalCount`. Connections with the same parent, relation and filter share it. */
export function countJson(
  level: Level,
  field: SelectedField,
  model: ModelName,
  parent: Parent | undefined,
): SqlFragment {
  const filter = field.argumentsKey(...PAGE_ARGUMENTS)
  const key = `${parent?.id ?? ''} ${field.name} totalCount(${filter})`
  const count = level.share(key, () => {
    level.size.addList()
    return {
      outputs: 1,
      // If the SQL were inlined in the connection, `page` would refer to the connection's page, not to the parent's.
      isJoined: parent !== undefined,
      write: ({ statement, request }) => {
        return `(${countSql(statement, model, request.page(field).request, parent)})`
      },
    }
  })
  return level.use(count)
}
