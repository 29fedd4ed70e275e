import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Import rules: what the files of a folder must not import. ARCHITECTURE.md has the reasons. */
const forbid = (folder, group, message, ...more) => ({
  files: [`src/${folder}/**`],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }, ...more] }] },
})

/** From `db`, an API may import only the read engine, the type of the database, and the check for its errors. */
const DATABASE = {
  regex: '^@prisma/|/db/(?!read/|unavailable\\.js|connect\\.js)',
  message: 'An API writes through the domain and reads through the read engine.',
}
const DISPATCH = 'Send SQL through the methods of the database: src/db/dispatch/dispatch.ts.'
const NO_OTHER_API = 'An API must not import another API.'

/** What GraphQL may not import. It reads credentials as the REST sets do. */
const REST_SETS = ['**/set-*/**', '**/http/**', '!**/http/credentials.js']

const ROOMS = 'A folder of GraphQL imports only folders below it: see eslint.config.js.'

/** What a folder of GraphQL must not import: other folders, and files beside the folders. */
const forbidRooms = (room, rooms, files = []) =>
  forbid(
    `graphql/${room}`,
    REST_SETS,
    NO_OTHER_API,
    DATABASE,
    { regex: `^(\\.\\./)+(${rooms.join('|')})/`, message: ROOMS },
    ...(files.length > 0
      ? [{ regex: `^(\\.\\./)+(${files.join('|')})\\.js$`, message: ROOMS }]
      : []),
  )

export default defineConfig(
  tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      // Classes of type-graphql describe types; their values are plain objects.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // Responses are `any` until a test states what it expects.
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
    'db must not import what depends on it.',
  ),
  forbid(
    'domain',
    ['**/graphql/**', '**/set-*/**', '**/http/**', 'graphql', 'type-graphql', 'fastify'],
    'The domain must not import an API.',
    { regex: '^pg$|/db/dispatch/(?!dispatch\\.js)', message: DISPATCH },
  ),
  forbid('graphql', REST_SETS, NO_OTHER_API, DATABASE),
  // The folders of GraphQL, from the lowest to the highest. None imports a folder that is listed after it.
  forbidRooms(
    'operation',
    ['read', 'sql-answer', 'schema', 'server'],
    ['context', 'authentication'],
  ),
  forbidRooms('read', ['sql-answer', 'schema', 'server']),
  forbidRooms('sql-answer', ['schema', 'server'], ['context']),
  forbidRooms('schema', ['sql-answer', 'server']),
  {
    files: ['src/graphql/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '^\\./(read|sql-answer|schema|server)/', message: ROOMS }, DATABASE],
        },
      ],
    },
  },
  forbid('documents', ['**/graphql/**', '**/set-*/**'], NO_OTHER_API, DATABASE),
  forbid('set-a', ['**/graphql/**', '**/set-b/**'], NO_OTHER_API, DATABASE),
  forbid('set-b', ['**/graphql/**', '**/set-a/**'], NO_OTHER_API, DATABASE),
  forbid(
    'http',
    ['**/domain/*/**', '!**/domain/record/**', '**/graphql/**', '**/set-*/**'],
    'The code that both REST sets share must not import a noun of the domain.',
    DATABASE,
  ),
  {
    files: ['src/**'],
    ignores: ['src/db/**', 'src/demo/**'],
    rules: { 'no-restricted-properties': ['error', { property: 'pool', message: DISPATCH }] },
  },
  {
    ignores: [
      '**/dist',
      'eslint.config.js',
      'src/db/generated',
      '**/generated/**',
      '.data',
      '**/node_modules',
    ],
  },
)
