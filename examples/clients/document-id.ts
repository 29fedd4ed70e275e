/** The id that GraphQL Code Generator gives a document with `persistedDocuments`. */
export const idOf = (document: object): string =>
  (document as { __meta__?: { hash: string } }).__meta__?.hash ?? ''
