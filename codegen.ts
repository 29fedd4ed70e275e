import type { CodegenConfig } from '@graphql-codegen/cli'
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset'

export const options = {
  useTypeImports: true,
  // Every scalar that is not listed is an error. docs/clients.md has the same list for clients.
  strictScalars: true,
  scalars: { DateTime: 'string', Duration: 'string', EmailAddress: 'string', TimeZone: 'string' },
}

/** For code in which the values of enums are texts. */
const optionsOfPages = {
  ...options,
  onlyOperationTypes: true,
  enumsAsTypes: true,
  // A field that is null is in the response.
  avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
}

const config: CodegenConfig = {
  schema: 'schema.graphql',
  importExtension: '.js',
  generates: {
    'test/graphql/generated/': {
      documents: 'test/graphql/documents/*.graphql',
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: options,
    },
    'examples/clients/generated/': {
      documents: ['examples/clients/documents.ts', 'examples/clients/session.ts'],
      documentTransforms: [addTypenameSelectionDocumentTransform],
      preset: 'client',
      presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
      config: { ...options, onlyOperationTypes: true },
    },
    'examples/first-hour/generated/': {
      documents: 'examples/first-hour/main.ts',
      documentTransforms: [addTypenameSelectionDocumentTransform],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { ...options, onlyOperationTypes: true },
    },
    'examples/client/generated/': {
      documents: ['examples/client/*.ts', 'examples/scripts/**/*.{ts,graphql}'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { ...options, onlyOperationTypes: true },
    },
    'examples/dashboard/generated/': {
      documents: 'examples/dashboard/src/**/*.{ts,tsx}',
      documentTransforms: [addTypenameSelectionDocumentTransform],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: optionsOfPages,
    },
    'examples/inspector/generated/': {
      documents: 'examples/inspector/src/*.ts',
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: optionsOfPages,
    },
  },
}

export default config
