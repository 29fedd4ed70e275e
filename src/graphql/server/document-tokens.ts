import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import { MAX_TOKENS } from './document-limits.js'

/** A token of a document. */
export interface DocumentToken {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  /** The token as it is written. */
  readonly text: string
  /** Of an opening bracket: the index of its closing one. */
  close?: number
  /** Of an opening bracket: whether there is a variable between it and its closing one. Of `$`: true. */
  hasVariable: boolean
}

/** The maximum depth of brackets in a document that is read by its tokens. */
const MAX_DEPTH = 100

const CLOSING: Partial<Record<TokenKind, TokenKind>> = {
  [TokenKind.PAREN_L]: TokenKind.PAREN_R,
  [TokenKind.BRACKET_L]: TokenKind.BRACKET_R,
  [TokenKind.BRACE_L]: TokenKind.BRACE_R,
}
const isClosing = (kind: TokenKind) =>
  kind === TokenKind.PAREN_R || kind === TokenKind.BRACKET_R || kind === TokenKind.BRACE_R

/**
 * The tokens of a document, without comments and white space. Undefined if the text is malformed, or exceeds a limit of
 * documents or of depth.
 */
export function readTokens(text: string): DocumentToken[] | undefined {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof GraphQLError) return undefined
    throw error
  }
}

function read(text: string): DocumentToken[] | undefined {
  const lexer = new Lexer(new Source(text))
  const tokens: DocumentToken[] = []
  const open: DocumentToken[] = []
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const { kind, start, end } = token
    const added = { kind, start, end, text: text.slice(start, end), hasVariable: false }
    if (tokens.push(added) > MAX_TOKENS) return undefined
    if (CLOSING[kind]) {
      if (open.push(added) > MAX_DEPTH) return undefined
    } else if (kind === TokenKind.DOLLAR) {
      added.hasVariable = true
      const last = open.at(-1)
      if (last) last.hasVariable = true
    } else if (isClosing(kind)) {
      const opening = open.pop()
      if (!opening || CLOSING[opening.kind] !== kind) return undefined
      opening.close = tokens.length - 1
      const outer = open.at(-1)
      if (outer) outer.hasVariable ||= opening.hasVariable
    }
  }
  return open.length === 0 ? tokens : undefined
}
