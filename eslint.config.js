import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** What a folder may not import. ARCHITECTURE.md says why. */
const forbid = (folder, group, message, ...more) => ({
  files: [`src/${folder}/**`],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }, ...more] }] },
})

/** Of the database, a face may import the read engine, the type of the database, and the test for its errors. */
const DATABASE = {
  regex: '^@prisma/|/db/(?!read/|unavailable\\.js|connect\\.js)',
  message: 'A face writes through the domain and reads through the read engine.',
}
const DISPATCH = 'Send SQL through the methods of the database: src/db/dispatch/dispatch.ts.'
const NO_OTHER_FACE = 'A face knows no other face.'

/** What GraphQL may not import. It reads credentials as the REST sets do. */
const REST_SETS = ['**/set-*/**', '**/http/**', '!**/http/credentials.js']

const ROOMS = 'A room of GraphQL imports only the rooms below it: see eslint.config.js.'

/** What a room of GraphQL may not import: other rooms, and files beside the rooms. */
const forbidRooms = (room, rooms, files = []) =>
  forbid(
    `graphql/${room}`,
    REST_SETS,
    NO_OTHER_FACE,
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
      // A type-graphql class describes a shape; plain objects have it.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // What came over the wire is `any` until a test says what it expects.
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
    'The database knows nothing above it.',
  ),
  forbid(
    'domain',
    ['**/graphql/**', '**/set-*/**', '**/http/**', 'graphql', 'type-graphql', 'fastify'],
    'The domain knows no face.',
    { regex: '^pg$|/db/dispatch/(?!dispatch\\.js)', message: DISPATCH },
  ),
  forbid('graphql', REST_SETS, NO_OTHER_FACE, DATABASE),
  // The rooms of GraphQL, from the lowest to the highest: none imports one that stands after it.
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
  forbid('documents', ['**/graphql/**', '**/set-*/**'], NO_OTHER_FACE, DATABASE),
  forbid('set-a', ['**/graphql/**', '**/set-b/**'], NO_OTHER_FACE, DATABASE),
  forbid('set-b', ['**/graphql/**', '**/set-a/**'], NO_OTHER_FACE, DATABASE),
  forbid(
    'http',
    ['**/domain/*/**', '**/graphql/**', '**/set-*/**'],
    'What both REST sets share names no resource.',
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
