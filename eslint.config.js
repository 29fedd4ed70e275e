import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** What a folder may not import. ARCHITECTURE.md says why. */
const forbid = (folder, group, message) => ({
  files: [`src/${folder}/**`],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
})

/** Of the database, a face knows the read engine, and what a database out of reach looks like. */
const DATABASE = ['**/db/**', '!**/db/read/**', '!**/db/faults.js', '!**/db/connect.js', '@prisma/*', 'pg']

export default defineConfig(
  tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
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
    ['**/domain/**', '**/graphql/**', '**/set-*/**', '**/http/**', 'graphql', 'type-graphql', 'fastify'],
    'The database knows nothing above it.',
  ),
  forbid(
    'domain',
    ['**/graphql/**', '**/set-*/**', '**/http/**', 'graphql', 'type-graphql', 'fastify'],
    'The domain knows no face.',
  ),
  forbid(
    'graphql',
    ['**/set-*/**', '**/http/**', ...DATABASE],
    'A face speaks to the domain and to the read engine, and knows no other face.',
  ),
  forbid(
    'set-a',
    ['**/graphql/**', '**/set-b/**', ...DATABASE],
    'A face speaks to the domain and to the read engine, and knows no other face.',
  ),
  forbid(
    'set-b',
    ['**/graphql/**', '**/set-a/**', ...DATABASE],
    'A face speaks to the domain and to the read engine, and knows no other face.',
  ),
  forbid(
    'http',
    ['**/domain/*/**', '**/graphql/**', '**/set-*/**', ...DATABASE],
    'What both REST sets share names no resource.',
  ),
  { ignores: ['dist', 'eslint.config.js', 'src/db/generated', '**/generated/**', '.data'] },
)
