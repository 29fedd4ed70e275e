import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'test/graphql/documents/*.graphql',
  importExtension: '.js',
  generates: {
    'test/graphql/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        // Every scalar that is not listed is an error. docs/clients.md has the same list for clients.
        strictScalars: true,
        scalars: { DateTime: 'string', EmailAddress: 'string', TimeZone: 'string' },
      },
    },
  },
}

export default config
