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
        scalars: { DateTime: 'string', UUID: 'string', EmailAddress: 'string', TimeZone: 'string' },
      },
    },
  },
}

export default config
