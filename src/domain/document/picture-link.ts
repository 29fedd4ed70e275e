import type { Expression } from '../../db/read/derived.js'
import { linkPath } from './link.js'

const columns = { uuid: 'd.uuid' } as const

/**
 * The SQL of the link to the picture of a record: its newest document with `picture` that `isOf` matches. Without one: the path in the
 * column `stored`.
 */
export const pictureLink =
  (isOf: Expression, stored: string): Expression =>
  (scope) => {
    const { column, company } = scope
    const link = linkPath({ company, column: (field) => columns[field as keyof typeof columns] })
    return `coalesce((
      select ${link} from document d
      where d.company_id = ${company} and ${isOf(scope)} and d.picture and d.deleted_at is null
      order by d.id desc limit 1), ${column(stored)})`
  }
