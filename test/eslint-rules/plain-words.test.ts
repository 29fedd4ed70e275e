import { Linter, RuleTester } from 'eslint'
import { describe, expect, it } from 'vitest'
import { markdownParser } from '../../eslint-rules/markdown-parser.js'
import { plainWords } from '../../eslint-rules/plain-words.js'
import { schemaWords } from '../../eslint-rules/words.js'

RuleTester.describe = describe
RuleTester.it = it

/** What the rule finds in a comment. */
const found = (comment: string, ...options: unknown[]): string[] => {
  const messages = new Linter().verify(`/** ${comment} */`, {
    plugins: { words: { rules: { plain: plainWords } } },
    rules: { 'words/plain': ['error', ...options] },
  })
  return messages.map(({ message }) => /"([^"]+)"/.exec(message)?.[1] ?? message)
}

it.each([
  ['The client, who sends the request, waits.', 'who'],
  ['Who waits longer is rejected.', 'Who'],
  ['Rejects whoever has no token.', 'whoever'],
  ['The caller whom this concerns.', 'whom'],
  ['The client sends his token.', 'his'],
  ['A log that nobody reads.', 'nobody'],
  ['Plans the statement anew.', 'anew'],
  ['The index upon the column.', 'upon'],
  ['A record of which the id is known.', 'of which'],
  ['The client is told about it.', 'told'],
  ['A body that is no object.', 'is no'],
  ['Locks the row, so that none is lost.', 'so that none'],
  ['A token, or else a key.', 'or else'],
  ['The asset to be.', 'The asset to be'],
  ['The fields that are asked for.', 'asked for'],
  ['What all faces share.', 'faces'],
  ['Imports across a wall.', 'wall'],
  ['The time, null where it is unknown.', 'null where'],
  ['Keeps the type, where there is one.', 'where there is'],
  ['Sends a body only where it is needed.', 'only where'],
  ['An id of a record that there is.', 'that there is'],
  ['Complains of all fields.', 'Complains of'],
  ['The domain knows no interface.', 'knows no'],
  ['All statements but for the last.', 'but for'],
  ['Sends both at once.', 'at once'],
  ['Compares emails in any case.', 'in any case'],
])('finds in "%s" the words "%s"', (comment, words) => {
  expect(found(comment)).toEqual([words])
})

it.each([
  'A user who may sign in.',
  'Technicians, who see only their own jobs.',
  'There is no record.',
  'It is no longer valid.',
  'The `whoever` of a code sample, and {@link nobody}.',
  'Waits if the lock is taken.',
  'The file of https://example.com/upon.',
])('finds nothing in "%s"', (comment) => {
  expect(found(comment)).toEqual([])
})

it('finds further words that a folder adds', () => {
  expect(found('Set A `code`.')).toEqual([])
  expect(found('Set A `code`.', schemaWords)).toEqual(['Set A'])
})

new RuleTester().run('plain words in code', plainWords, {
  valid: [
    'const nobody = upon(anew)',
    "const text = 'upon'",
    "const sql = 'select id from site where upon is null'",
    '// The end of one comment is\nconst no = 1\n// no start of another.',
  ],
  invalid: [
    {
      code: "const text = 'The asset to be.'",
      errors: [{ messageId: 'avoid', line: 1, column: 15 }],
    },
    { code: 'const text = `Sends ${2} of them upon request`', errors: [{ messageId: 'avoid' }] },
    {
      code: '/**\n * A record of\n * which the id is known.\n */',
      errors: [{ messageId: 'avoid', line: 2, column: 13, endLine: 3 }],
    },
    {
      code: '// A record of\n// which the id is known. 🧯\n// It is read anew.',
      errors: [
        { messageId: 'avoid', line: 1 },
        { messageId: 'avoid', line: 3 },
      ],
    },
  ],
})

new RuleTester({ languageOptions: { parser: markdownParser } }).run(
  'plain words in Markdown',
  plainWords,
  {
    valid: [
      {
        filename: 'a.md',
        code: '# Title\n\n```sh\necho upon\n```\n\nRun `upon`, [here](docs/upon.md).',
      },
      { filename: 'a.md', code: '<!-- upon -->' },
      { filename: 'a.md', code: '| of | which |' },
    ],
    invalid: [
      {
        filename: 'a.md',
        code: '# Title\n\nThe index upon the\ncolumn.',
        errors: [{ messageId: 'avoid', line: 3, column: 11 }],
      },
    ],
  },
)
