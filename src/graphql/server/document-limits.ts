import { type ASTNode, type DocumentNode, GraphQLError, Kind, parse, visit } from 'graphql'
import { tooComplex } from '../errors.js'
import { MAX_LIST_LENGTH } from '../operation/limits.js'

/*
 * Limits on a document's text. They are checked before it is validated, because the time for validation grows with the
 * square of the number of equal fields.
 */

/** The maximum number of tokens in a document. */
export const MAX_TOKENS = 10_000

/**
 * Limits of a request without an access token. They allow the introspection query of tools, which has 2,068 characters
 * and 183 tokens.
 */
export const MAX_ANONYMOUS_LENGTH = 2200
const MAX_ANONYMOUS_TOKENS = 200

/** The maximum number of aliases in a document. */
const MAX_ALIASES = 100

/** The maximum number of fields with the same response name in one selection set. */
const MAX_REPEATS = 20

/** The maximum number of directives on one field, fragment or operation. */
const MAX_DIRECTIVES = 20

/** Parses a document. Refuses one that exceeds a limit. Undefined if it is malformed: Apollo's parser reports it. */
export function parseWithinLimits(text: string, hasToken: boolean): DocumentNode | undefined {
  if (!hasToken && text.length > MAX_ANONYMOUS_LENGTH) {
    throw tooComplex(
      `Without a valid access token, a document may have at most ${MAX_ANONYMOUS_LENGTH} characters; this one has ${text.length}.`,
    )
  }
  const document = parseWithin(text, hasToken ? MAX_TOKENS : MAX_ANONYMOUS_TOKENS)
  if (document) refuseExcess(document)
  return document
}

function parseWithin(text: string, maxTokens: number): DocumentNode | undefined {
  try {
    return parse(text, { maxLexicalTokens: maxTokens })
  } catch (error) {
    // A RangeError: the stack overflowed. Refused here: Apollo's parser may use less stack, and report another error.
    if (!(error instanceof GraphQLError)) throw tooComplex('The document nests too deeply.')
    if (isTokenLimit(error)) {
      const subject =
        maxTokens === MAX_TOKENS ? 'A document' : 'Without a valid access token, a document'
      throw tooComplex(`${subject} may have at most ${maxTokens} tokens.`)
    }
    return undefined
  }
}

/** Whether the parser stopped at `maxTokens`. Its error has no code. */
const isTokenLimit = ({ message }: GraphQLError) => / tokens\. Parsing aborted\.$/.test(message)

function refuseExcess(document: DocumentNode): void {
  let aliases = 0
  visit(document, {
    enter(node: ASTNode) {
      if ('directives' in node && node.directives.length > MAX_DIRECTIVES) {
        throw tooComplex(`A field, fragment or operation has over ${MAX_DIRECTIVES} directives.`)
      }
      if (node.kind === Kind.FIELD && node.alias) {
        aliases += 1
        if (aliases > MAX_ALIASES) throw tooComplex(`The document has over ${MAX_ALIASES} aliases.`)
      }
      if (node.kind === Kind.LIST && node.values.length > MAX_LIST_LENGTH) {
        throw tooComplex(`A list has over ${MAX_LIST_LENGTH} values.`)
      }
      if (node.kind !== Kind.SELECTION_SET) return
      const counts = new Map<string, number>()
      for (const field of node.selections) {
        if (field.kind !== Kind.FIELD) continue
        const name = (field.alias ?? field.name).value
        const count = (counts.get(name) ?? 0) + 1
        if (count > MAX_REPEATS) {
          throw tooComplex(`The field ${name} is repeated over ${MAX_REPEATS} times.`)
        }
        counts.set(name, count)
      }
    },
  })
}
