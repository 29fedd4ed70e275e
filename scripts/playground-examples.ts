import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Example } from '../web/playground/src/example.js'

const FOLDER = 'web/playground/examples'

/** All examples, sorted by folder and title. */
export const readExamples = (): Example[] =>
  readdirSync(FOLDER).flatMap((group) =>
    readdirSync(join(FOLDER, group))
      .filter((name) => name.endsWith('.graphql'))
      .map((name) => readExample(group, name))
      .sort((one, other) => (one.title < other.title ? -1 : 1)),
  )

function readExample(group: string, name: string): Example {
  const file = join(FOLDER, group, name)
  const variables = file.replace(/graphql$/, 'json')
  const query = readFileSync(file, 'utf8')
  const [, title] = /^# (.+)\n/.exec(query) ?? []
  if (title === undefined) throw new Error(`${file} has no title in its first line.`)
  return {
    group,
    name: name.replace('.graphql', ''),
    title,
    query,
    variables: existsSync(variables) ? readFileSync(variables, 'utf8') : '',
  }
}
