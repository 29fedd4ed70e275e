import { TokenKind } from 'graphql'
import { type DocumentToken, readTokens } from './document-tokens.js'

/** A value in a document that contains no variable, such as `40` or `{ search: "pump" }`. */
export interface Literal {
  /** The name of the variable that replaces it. */
  readonly variable: string
  /** The value as GraphQL text. */
  readonly text: string
}

/** A document without comments, white space and literals. */
export interface NormalisedDocument {
  /** The tokens, with a variable in place of each literal. */
  readonly text: string
  readonly literals: readonly Literal[]
}

/** The variables that replace literals begin so. A document that has such a variable itself is not normalised. */
const PREFIX = '__'

/**
 * Replaces each literal in the arguments of fields by a variable. Other literals stay: those of `@skip` and `@include`
 * decide what is selected, and a default value belongs to the operation. The tokens and the literals together determine
 * whether the document is valid. Undefined if it is a mutation, or if it is malformed.
 */
export function normaliseDocument(text: string): NormalisedDocument | undefined {
  const tokens = readTokens(text)
  const [first] = tokens ?? []
  if (!tokens || first?.text === 'mutation' || tokens.some(isReserved)) return undefined
  return new Normaliser(text, tokens).document()
}

const isReserved = ({ text }: DocumentToken, index: number, tokens: readonly DocumentToken[]) =>
  text.startsWith(PREFIX) && tokens[index - 1]?.kind === TokenKind.DOLLAR

class Normaliser {
  private readonly parts: string[] = []
  /** By their place and their text: equal arguments of equal fields have one variable, so that the fields still merge. */
  private readonly literals = new Map<string, Literal>()

  constructor(
    private readonly source: string,
    private readonly tokens: readonly DocumentToken[],
  ) {}

  document(): NormalisedDocument | undefined {
    let depth = 0
    let name = ''
    for (let at = 0; at < this.tokens.length; at += 1) {
      const { kind, text, close } = this.tokens[at] as DocumentToken
      if (kind === TokenKind.BRACE_L) depth += 1
      if (kind === TokenKind.BRACE_R) depth -= 1
      const isDirective = this.tokens[at - 2]?.kind === TokenKind.AT
      if (close !== undefined && kind === TokenKind.PAREN_L && (depth === 0 || isDirective)) {
        for (; at <= close; at += 1) this.parts.push(this.tokens[at]?.text ?? '')
        at -= 1
        continue
      }
      this.parts.push(text)
      if (kind === TokenKind.NAME) name = text
      if (close !== undefined && kind === TokenKind.PAREN_L) {
        if (!this.pairs(at + 1, close, name)) return undefined
        at = close - 1
      }
    }
    return { text: this.parts.join(' '), literals: [...this.literals.values()] }
  }

  /** Writes arguments, or the fields of an object. False if they are malformed. */
  private pairs(from: number, end: number, place: string): boolean {
    let at: number | undefined = from
    while (at !== undefined && at < end) {
      const [name, colon] = [this.tokens[at], this.tokens[at + 1]]
      if (name?.kind !== TokenKind.NAME || colon?.kind !== TokenKind.COLON) return false
      this.parts.push(name.text, colon.text)
      at = this.value(at + 2, `${place}.${name.text}`)
    }
    return at === end
  }

  /** Writes a value. Returns the index of the token after it; undefined if it is malformed. */
  private value(at: number, place: string): number | undefined {
    const token = this.tokens[at]
    if (!token) return undefined
    const { kind, close = at, hasVariable } = token
    if (!hasVariable) {
      this.literal(this.source.slice(token.start, this.tokens[close]?.end), place)
      return close + 1
    }
    this.parts.push(kind)
    if (kind === TokenKind.DOLLAR) {
      this.parts.push(this.tokens[at + 1]?.text ?? '')
      return at + 2
    }
    if (kind === TokenKind.BRACE_L && !this.pairs(at + 1, close, place)) return undefined
    if (kind === TokenKind.BRACKET_L) {
      let next: number | undefined = at + 1
      while (next !== undefined && next < close) next = this.value(next, place)
      if (next !== close) return undefined
    }
    this.parts.push(this.tokens[close]?.text ?? '')
    return close + 1
  }

  private literal(text: string, place: string): void {
    const key = `${place}:${text}`
    let literal = this.literals.get(key)
    if (!literal) {
      literal = { variable: `${PREFIX}${this.literals.size}`, text }
      this.literals.set(key, literal)
    }
    this.parts.push('$', literal.variable)
  }
}
