import { countSql } from '../../db/read/filter.js'
import type { ModelName, Parent } from '../../db/read/model.js'
import type { SelectedField } from '../operation/selection.js'
import type { Level, Reference } from './shared-read.js'

/** The arguments that choose a page. `totalCount` does not depend on them. */
const PAGE_ARGUMENTS = ['first', 'last', 'after', 'before', 'offset', 'orderBy']

/** Adds the subquery of `totalCount` to the plan. Connections with the same parent, relation and filter share it. */
export function countRead(
  level: Level,
  field: SelectedField,
  model: ModelName,
  parent?: Parent,
): Reference {
  const filter = field.argumentsKey(...PAGE_ARGUMENTS)
  const key = `${parent?.id ?? ''} ${field.name} totalCount(${filter})`
  return level.share(key, () => {
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
}
