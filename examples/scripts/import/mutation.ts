import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse } from 'graphql'
import type { FieldError } from './field-error.js'
import type { Noun } from './noun.js'
import type { Input, Verb } from './row.js'

/** The result of a mutation: of one record, or of several in the order of the rows. */
export interface Answer {
  readonly payload?: {
    readonly records?: unknown
    readonly userErrors: readonly FieldError[]
  } | null
}

export type Mutation = TypedDocumentNode<Answer, { readonly input: Input }>

const documents = new Map<string, Mutation>()

/** The mutation that writes an input of a noun. */
export function mutationOf(noun: Noun, verb: Verb, input: Input): Mutation {
  const given = verb === 'created' ? noun.create : (noun.update ?? noun.create)
  const name = typeof given === 'string' ? given : given(input)
  const document = documents.get(name) ?? documentOf(name, noun)
  documents.set(name, document)
  return document
}

/** The document of a mutation, whose input has the name of the mutation. */
function documentOf(name: string, { record, reported }: Noun): Mutation {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const fields = ['id', ...Object.values(reported)].map(selectionOf).join(' ')
  return parse(`mutation ($input: ${type}!) {
    payload: ${name}(input: $input) { records: ${record} { ${fields} } userErrors { field message } }
  }`)
}

/** The selection of a path: `barcode { data }` for `barcode.data`. */
const selectionOf = (path: string): string =>
  path.split('.').reduceRight((inner, name) => `${name} { ${inner} }`)
