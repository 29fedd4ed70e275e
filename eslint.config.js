import graphql from '@graphql-eslint/eslint-plugin'
import { defineConfig } from 'eslint/config'
import { markdownParser } from './eslint-rules/markdown-parser.js'
import words from './eslint-rules/plain-words.js'

const graphqlRules = graphql.configs['flat/schema-recommended'].rules
const OBJECTS = 'ObjectTypeDefinition,ObjectTypeExtension'
const [, namingConvention] = graphqlRules['@graphql-eslint/naming-convention']

export default defineConfig(
  {
    files: ['**/*.md'],
    languageOptions: { parser: markdownParser },
    plugins: { words },
    rules: { 'words/plain': 'error' },
  },
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
    ignores: ['**/dist', '**/generated/**', '.data', '.tmp'],
  },
)
