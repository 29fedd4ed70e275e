import type { ValidationErrors } from '../validation-errors.js'

export interface NewDocument {
  /** The file name that the client gave; folders are dropped. */
  readonly name: string
  /** The media type, which the API detects from the content. */
  readonly contentType: string
  readonly content: Buffer
}

/** The largest total size of the documents of a new job. */
export const MAX_DOCUMENT_BYTES = 5_242_880

/** Checks the total size of the documents. Removes folders and control characters from their names. */
export function checkDocuments(errors: ValidationErrors, documents: readonly NewDocument[]) {
  const bytes = documents.reduce((sum, { content }) => sum + content.byteLength, 0)
  if (bytes > MAX_DOCUMENT_BYTES) {
    errors.add('TOO_LONG', 'documents', `Together at most ${MAX_DOCUMENT_BYTES} bytes are allowed.`)
  }
  return documents.map((document, index) => {
    const path = (name: string) => ['documents', index, name]
    const name = document.name.split(/[/\\]/).at(-1) ?? ''
    return {
      name: errors.text(path('name'), name.replace(CONTROL_CHARACTERS, '')),
      contentType: errors.text(path('contentType'), document.contentType),
      content: document.content,
    }
  })
}

/** Includes the characters that reverse the direction of text: with these, a name can disguise its extension. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}]/gu
