import { isEnumType } from 'graphql'
import type { ValidationErrorCode } from '../../src/domain/errors.js'
import { errorCodes, type Retry } from '../../src/graphql/error-codes.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { errorCodes as codesOfSetB } from '../../src/set-b/errors.js'
import { withSiteLinks } from './documents.js'
import type { Page } from './page.js'
import { restErrors } from './rest-errors.js'
import { userErrors } from './user-errors.js'

const RETRIES: Readonly<Record<Retry, string>> = {
  no: 'no: the same request fails again',
  later: 'yes, after the seconds in `Retry-After`',
  'new credentials': 'yes, with new credentials',
}

interface Entry {
  readonly code: string
  readonly meaning: string
  readonly more: readonly (readonly [name: string, text: string])[]
}

const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:]$/.test(text) ? '' : '.'}`

const entryText = ({ code, meaning, more }: Entry) =>
  `### ${code}\n\n${sentence(meaning)}\n\n${more.map(([name, text]) => `- ${name}: ${text}`).join('\n')}`

/** The page `/docs/errors`: an entry for each code of an error, of all interfaces. */
export function errorsPage(): Page {
  const summary =
    'Every code of an error: its meaning, when it occurs, what to do, and whether to retry.'
  const blocks = [
    `# Error codes\n\n${summary} [How GraphQL sends errors](/docs/graphql.md#errors).`,
    '## In errors of GraphQL\n\nThe code is `extensions.code` of an error.',
    ...graphqlEntries().map(entryText),
    '## In userErrors of GraphQL\n\nThe code is in `userErrors` of a payload, with the path of the field in `input`, or in `errors` of a row. A retry of the same input fails again.',
    ...userErrorEntries().map(entryText),
    '## In Set A and Set B\n\nBoth sets send the HTTP status. The body of Set B has the code, too; its `errors` have the codes above by field. Set A sends a message in the form of Laravel.',
    ...restEntries().map(entryText),
  ]
  const markdown = `${blocks.join('\n\n')}\n`
  return {
    path: 'errors',
    title: 'Error codes',
    section: 'Reference',
    summary,
    markdown,
    isListed: true,
  }
}

/** The texts of `error-codes.ts` have links as the documents in `docs` have them. */
const graphqlEntries = (): Entry[] =>
  Object.entries(errorCodes).map(([code, { status, meaning, when, advice, retry }]) => ({
    code,
    meaning: withSiteLinks(meaning, 'docs/graphql.md'),
    more: [
      ['When', when],
      ['HTTP status', status === null ? '200, or 400 if nothing was executed' : String(status)],
      ['What to do', advice],
      ['Retry', RETRIES[retry]],
    ],
  }))

function userErrorEntries(): Entry[] {
  const type = createSchema().getType('UserErrorCode')
  if (!isEnumType(type)) throw new Error('expected the enum UserErrorCode')
  return type.getValues().map(({ name, description }) => {
    const { when, advice } = userErrors[name as ValidationErrorCode]
    const more = [
      ['When', when],
      ['What to do', advice],
      ['Retry', 'no'],
    ] as const
    return { code: name, meaning: description ?? '', more }
  })
}

const restEntries = (): Entry[] =>
  Object.entries(restErrors).map(([status, { meaning, when, advice, retry }]) => ({
    code: `${status} ${codesOfSetB[Number(status) as keyof typeof codesOfSetB]}`,
    meaning,
    more: [
      ['When', when],
      ['What to do', advice],
      ['Retry', RETRIES[retry]],
    ],
  }))
