import type { Condition, ConditionScope } from '../../db/read/filter.js'
import { hasKeyLike, hiddenKey, likePattern } from '../listing/conditions.js'

/* A company has at most thousands of clients and sites, so that all matches fit into an array. */

/** The legal or trading name of the site's client contains a text, ignoring case and accents. */
export const hasClientNamed =
  (text: string): Condition =>
  (scope) =>
    `${scope.column('clientId')} = any(array(${clientsNamed(scope, keyOf(scope, text))}))`

/** The name of the job's site, or of the site's client, contains a text, ignoring case and accents. */
export const hasSiteNamed =
  (text: string): Condition =>
  (scope) => {
    const key = keyOf(scope, text)
    return `${scope.column('siteId')} = any(array(select s.id from site s where s.company_id = ${scope.company}
      and (${hasKeyLike('s.name', key)} or s.client_id = any(array(${clientsNamed(scope, key)})))))`
  }

const keyOf = ({ parameter }: ConditionScope, text: string) =>
  hiddenKey(parameter(likePattern(text), 'text'))

const clientsNamed = ({ company }: ConditionScope, key: string) =>
  `select c.id from client c where c.company_id = ${company} and ${hasKeyLike('c.search_text', key)}`
