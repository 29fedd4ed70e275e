import type { ModelName } from '../../db/read/model.js'
import { type Parent, countSql } from '../../db/read/page.js'
import type { SelectedField } from '../operation/selection.js'
import type { JsonFragment } from './json.js'
import type { Level } from './shared-read.js'

/** The arguments that choose a page. The number of records in the whole list does not depend on them. */
const PAGE_ARGUMENTS = ['first', 'last', 'after', 'before', 'offset', 'orderBy']

/** The JSON of `totalCount`. Connections with the same parent, relation and filter share it. */
export function countJson(
  level: Level,
  field: SelectedField,
  model: ModelName,
  parent: Parent | undefined,
): JsonFragment {
  const filter = field.argumentsKey(...PAGE_ARGUMENTS)
  const key = `${parent?.id ?? ''} ${field.name} totalCount(${filter})`
  const { index } = level.share(key, () => {
    level.size.addList()
    return {
      outputs: 1,
      // Inside the SQL of the connection, `page` would be its own page, not the parent's.
      isJoined: parent !== undefined,
      write: ({ statement, request }) => {
        const { where } = request.page(field).request
        return `(${countSql(statement, model, where, parent)})`
      },
    }
  })
  return level.use({ index, output: 0 })
}
