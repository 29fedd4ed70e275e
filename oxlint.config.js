import { defineConfig } from 'oxlint'
import { schemaWords } from './eslint-rules/words.js'

/** The rules of typescript-eslint's preset `strictTypeChecked`, without those that are off, or have options below. */
const TYPESCRIPT = `
  await-thenable no-array-delete no-base-to-string no-confusing-void-expression no-deprecated
  no-duplicate-enum-values no-duplicate-type-constituents no-dynamic-delete no-empty-object-type
  no-explicit-any no-extra-non-null-assertion no-floating-promises no-for-in-array
  no-generated-empty-object-type no-implied-eval no-invalid-void-type
  no-meaningless-void-operator no-misused-new no-misused-promises no-misused-spread
  no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing
  no-non-null-asserted-optional-chain no-non-null-assertion no-redundant-type-constituents
  no-require-imports no-this-alias no-unnecessary-boolean-literal-compare
  no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments
  no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
  no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call
  no-unsafe-declaration-merging no-unsafe-enum-assignment no-unsafe-enum-comparison
  no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus
  no-useless-default-assignment no-wrapper-object-types only-throw-error prefer-as-const
  prefer-literal-enum-member prefer-namespace-keyword prefer-promise-reject-errors
  prefer-reduce-type-parameter prefer-return-this-type related-getter-setter-pairs
  triple-slash-reference unbound-method unified-signatures
  use-unknown-in-catch-callback-variable
`

/** Its rules that are not only for TypeScript. */
const JAVASCRIPT = `
  no-array-constructor no-unused-expressions no-useless-constructor no-var prefer-const
  prefer-rest-params prefer-spread
`

/** Off in tests: a response is `any` until a test states what it expects. */
const OFF_IN_TESTS = `
  no-unsafe-assignment no-unsafe-argument no-unsafe-member-access no-unsafe-call no-unsafe-return
  no-non-null-assertion use-unknown-in-catch-callback-variable
`

const rulesOf = (names, severity, prefix = '') =>
  Object.fromEntries(names.match(/\S+/g).map((name) => [prefix + name, severity]))

/** Import rules: what the files of a folder must not import. ARCHITECTURE.md has the reasons. */
const forbid = (folder, group, message, ...more) => ({
  files: [`src/${folder}/**`],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }, ...more] }] },
})

/**
 * An interface may import from `db` only the read engine, the types of the database, and the test for errors. It acts
 * for a viewer, never for the operator.
 */
const DATABASE = {
  group: [
    '@prisma/**',
    '**/db/**',
    '!**/db/read/**',
    '!**/db/unavailable.js',
    '!**/db/connect.js',
    '**/domain/operator.js',
    '**/admin/**',
  ],
  message: 'An interface writes through the domain and reads through the read engine.',
}
const DISPATCH = 'Send SQL through the methods of the database: src/db/dispatch/dispatch.ts.'
const NO_OTHER_INTERFACE = 'An interface does not import another interface.'

/** What only interfaces import. */
const FRAMEWORKS = ['graphql', 'type-graphql', 'type-graphql/**', 'fastify', 'fastify/**']

/** What GraphQL may not import. */
const REST_SETS = [
  '**/set-*/**',
  '**/http/**',
  '!**/http/idempotency-key.js',
  '!**/http/static-text.js',
]

const INTERFACES = ['**/docs/**', '**/documents/**', '**/graphql/**', '**/set-*/**']

const ORDER = 'A folder of src/graphql imports only the folders below it: see oxlint.config.js.'

/** What a folder of src/graphql may not import: the folders above it, and files beside them. */
const forbidFolders = (folder, folders, files = []) =>
  forbid(
    `graphql/${folder}`,
    REST_SETS,
    NO_OTHER_INTERFACE,
    DATABASE,
    { regex: `^(\\.\\./)+(${folders.join('|')})/`, message: ORDER },
    ...(files.length > 0
      ? [{ regex: `^(\\.\\./)+(${files.join('|')})\\.js$`, message: ORDER }]
      : []),
  )

const CODE = ['**/*.ts', '**/*.tsx', 'eslint-rules/*.js']

export default defineConfig({
  categories: { correctness: 'off' },
  plugins: ['typescript'],
  jsPlugins: ['./eslint-rules/plain-words.js'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/dist', '**/generated/**'],
  overrides: [
    {
      files: CODE,
      rules: {
        ...rulesOf(JAVASCRIPT, 'error'),
        ...rulesOf(TYPESCRIPT, 'error', 'typescript/'),
        'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    { files: ['test/**'], rules: rulesOf(OFF_IN_TESTS, 'off', 'typescript/') },
    forbid(
      'db',
      ['**/domain/**', '**/graphql/**', '**/set-*/**', '**/http/**', ...FRAMEWORKS],
      'The database imports nothing above it.',
    ),
    forbid(
      'domain',
      ['**/graphql/**', '**/set-*/**', '**/http/**', ...FRAMEWORKS],
      'The domain does not import an interface.',
      { group: ['pg', '**/db/dispatch/**', '!**/db/dispatch/dispatch.js'], message: DISPATCH },
    ),
    forbid(
      'mail',
      ['**/db/**', '**/domain/**', '**/graphql/**', '**/set-*/**', '**/http/**'],
      'Mail is sent for the domain, and imports nothing of it.',
    ),
    forbid(
      'reports',
      ['**/db/**', '**/graphql/**', '**/set-*/**', '**/http/**'],
      'A report is made of its content, which the domain has read.',
    ),
    forbid(
      'storage',
      ['**/db/**', '**/domain/**', '**/graphql/**', '**/set-*/**', '**/http/**'],
      'Stores keep bytes, and import nothing of the domain.',
    ),
    forbid(
      'admin',
      ['**/graphql/**', '**/set-*/**', '**/http/**'],
      'The commands call the domain.',
    ),
    forbid('graphql', REST_SETS, NO_OTHER_INTERFACE, DATABASE),
    // The folders of src/graphql, from the lowest to the highest: each imports only folders listed before it.
    forbidFolders('operation', ['read', 'sql-answer', 'schema', 'live', 'server'], ['context']),
    forbidFolders('read', ['sql-answer', 'schema', 'live', 'server']),
    forbidFolders('sql-answer', ['schema', 'live', 'server'], ['context']),
    forbidFolders('schema', ['sql-answer', 'live', 'server']),
    forbidFolders('live', ['sql-answer', 'server']),
    {
      files: ['src/graphql/*.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { regex: '^\\./(read|sql-answer|schema|live|server)/', message: ORDER },
              DATABASE,
            ],
          },
        ],
      },
    },
    forbid(
      'docs',
      ['**/documents/**', '**/graphql/**', '**/set-*/**'],
      NO_OTHER_INTERFACE,
      DATABASE,
    ),
    forbid('documents', ['**/graphql/**', '**/set-*/**'], NO_OTHER_INTERFACE, DATABASE),
    forbid('set-a', ['**/graphql/**', '**/set-b/**'], NO_OTHER_INTERFACE, DATABASE),
    forbid('set-b', ['**/graphql/**', '**/set-a/**'], NO_OTHER_INTERFACE, DATABASE),
    forbid(
      'request',
      ['**/overload/**', '**/telemetry/**', '**/http/**', ...INTERFACES],
      'What every request has imports nothing that works with it.',
    ),
    forbid(
      'telemetry',
      ['**/overload/**', '**/http/**', ...INTERFACES],
      'Telemetry reads the record of a request.',
    ),
    forbid(
      'overload',
      ['**/telemetry/**', '**/http/**', ...INTERFACES],
      'The protection from overload does not depend on an interface.',
    ),
    forbid(
      'http',
      [
        '**/domain/*/**',
        '!**/domain/access/**',
        '!**/domain/record/**',
        '!**/domain/idempotency/**',
        '!**/domain/model/**',
        '**/graphql/**',
        '**/set-*/**',
      ],
      'Code that both REST sets share does not import a noun of the domain.',
      DATABASE,
    ),
    {
      files: ['src/**'],
      excludeFiles: ['src/db/**', 'src/demo/**'],
      rules: { 'no-restricted-properties': ['error', { property: 'pool', message: DISPATCH }] },
    },
    {
      files: [...CODE, '*.config.js'],
      excludeFiles: ['eslint-rules/words.js', 'test/eslint-rules/*', 'src/demo/catalogue/*'],
      rules: { 'words/plain': 'error' },
    },
    { files: ['src/graphql/schema/**'], rules: { 'words/plain': ['error', schemaWords] } },
  ],
})
