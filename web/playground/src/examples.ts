import type { Example } from './example.js'

/** The titles of the groups, by their folders, in the order in which the drawer shows them. */
export const groups: Readonly<Record<string, string>> = {
  reading: 'Reading',
  writing: 'Writing',
  statistics: 'Statistics',
  live: 'Subscriptions',
  webhooks: 'Webhooks',
  dashboard: 'Panels of a dashboard',
  'set-a': 'Operations of the REST API under /api',
  'set-b': 'Operations of the REST API under /v1',
}

/** The examples, which the build puts into one file beside the page. */
export const examples: Promise<readonly Example[]> = fetch(
  new URL('examples.json', import.meta.url),
).then((answer) => answer.json() as Promise<readonly Example[]>)
