import type { Condition, ConditionScope } from '../../db/read/filter.js'
import { isLike, likePattern } from '../listing/conditions.js'

/* A company has at most thousands of clients and sites, so that all matches fit into an array. */

/** The legal or trading name of the site's client contains a text, ignoring case and accents. */
export const hasClientNamed =
  (text: string): Condition =>
  (scope) =>
    `${scope.column('clientId')} = any(array(${clientsNamed(scope, patternOf(scope, text))}))`

/** The name of the job's site, or of the site's client, contains a text, ignoring case and accents. */
export const hasSiteNamed =
  (text: string): Condition =>
  (scope) => {
    const pattern = patternOf(scope, text)
    return `${scope.column('siteId')} = any(array(select s.id from site s where s.company_id = ${scope.company}
      and (${isLike('s.name', pattern)} or s.client_id = any(array(${clientsNamed(scope, pattern)})))))`
  }

/** In a subquery, so that PostgreSQL plans once for any text. */
const patternOf = ({ parameter }: ConditionScope, text: string) =>
  `(select ${parameter(likePattern(text), 'text')})`

const clientsNamed = ({ company }: ConditionScope, pattern: string) =>
  `select c.id from client c where c.company_id = ${company} and ${isLike('c.search_text', pattern)}`
