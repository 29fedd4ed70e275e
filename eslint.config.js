import graphql from '@graphql-eslint/eslint-plugin'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { markdownParser } from './eslint-rules/markdown-parser.js'
import { plainWords } from './eslint-rules/plain-words.js'
import { schemaWords } from './eslint-rules/words.js'

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
  regex: '^@prisma/|/db/(?!read/|unavailable\\.js|connect\\.js)|/domain/operator\\.js|/admin/',
  message: 'An interface writes through the domain and reads through the read engine.',
}
const DISPATCH = 'Send SQL through the methods of the database: src/db/dispatch/dispatch.ts.'
const NO_OTHER_INTERFACE = 'An interface does not import another interface.'

/** What GraphQL may not import. */
const REST_SETS = [
  '**/set-*/**',
  '**/http/**',
  '!**/http/idempotency-key.js',
  '!**/http/static-text.js',
]

const INTERFACES = ['**/docs/**', '**/documents/**', '**/graphql/**', '**/set-*/**']

const ORDER = 'A folder of src/graphql imports only the folders below it: see eslint.config.js.'

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

const graphqlRules = graphql.configs['flat/schema-recommended'].rules
const OBJECTS = 'ObjectTypeDefinition,ObjectTypeExtension'
const [, namingConvention] = graphqlRules['@graphql-eslint/naming-convention']

const CODE = ['**/*.ts', '**/*.tsx', 'eslint-rules/*.js']

export default defineConfig(
  { files: CODE, extends: [tseslint.configs.strictTypeChecked] },
  { files: CODE, languageOptions: { parserOptions: { projectService: true } } },
  {
    files: CODE,
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      // type-graphql's classes only describe types; plain objects have these types.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // A response is `any` until a test states what it expects.
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  forbid(
    'db',
    [
      '**/domain/**',
      '**/graphql/**',
      '**/set-*/**',
      '**/http/**',
      'graphql',
      'type-graphql',
      'fastify',
    ],
    'The database imports nothing above it.',
  ),
  forbid(
    'domain',
    ['**/graphql/**', '**/set-*/**', '**/http/**', 'graphql', 'type-graphql', 'fastify'],
    'The domain does not import an interface.',
    { regex: '^pg$|/db/dispatch/(?!dispatch\\.js)', message: DISPATCH },
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
  forbid('admin', ['**/graphql/**', '**/set-*/**', '**/http/**'], 'The commands call the domain.'),
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
  forbid('docs', ['**/documents/**', '**/graphql/**', '**/set-*/**'], NO_OTHER_INTERFACE, DATABASE),
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
    ignores: ['src/db/**', 'src/demo/**'],
    rules: { 'no-restricted-properties': ['error', { property: 'pool', message: DISPATCH }] },
  },
  {
    files: [...CODE, 'eslint.config.js', '**/*.md'],
    ignores: ['eslint-rules/words.js', 'test/eslint-rules/*', 'src/demo/catalogue/*'],
    plugins: { words: { rules: { plain: plainWords } } },
    rules: { 'words/plain': 'error' },
  },
  { files: ['src/graphql/schema/**'], rules: { 'words/plain': ['error', schemaWords] } },
  { files: ['**/*.md'], languageOptions: { parser: markdownParser } },
  {
    files: ['schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphqlRules,
      ...graphql.configs['flat/schema-relay'].rules,
      // Exceptions: `AssetType`, `JobType` and `ZoneType` are nouns of the domain.
      '@graphql-eslint/naming-convention': [
        'error',
        { ...namingConvention, [OBJECTS]: { ignorePattern: '^(Asset|Job|Zone)Type$' } },
      ],
      // Exceptions: lists that no one pages through, such as `userErrors`, and `nodes`, the short form of `edges`; audit entries,
      // which have no id.
      '@graphql-eslint/relay-edge-types': [
        'error',
        { listTypeCanWrapOnlyEdgeType: false, shouldImplementNode: false },
      ],
      // Not used: only a `Node` has an `id`. test/graphql/schema.test.ts checks it.
      '@graphql-eslint/strict-id-in-types': 'off',
    },
  },
  {
    ignores: ['**/dist', 'src/db/generated', '**/generated/**', '.data', '.tmp', '**/node_modules'],
  },
)
