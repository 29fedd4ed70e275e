import type { ValidationErrors } from '../validation-errors.js'

/** A file to keep. */
export interface NewDocument {
  /** As its owner called it; folders are dropped. */
  readonly name: string
  /** Media type, told from the content. */
  readonly contentType: string
  readonly content: Buffer
}

/** How many bytes the documents that come with a job may have together. */
export const MOST_DOCUMENT_BYTES = 5_242_880

/** The documents that come with a job: named, and together of at most 5 MB. */
export function checkDocuments(
  errors: ValidationErrors,
  documents: readonly NewDocument[],
): NewDocument[] {
  const bytes = documents.reduce((sum, { content }) => sum + content.byteLength, 0)
  if (bytes > MOST_DOCUMENT_BYTES) {
    const message = `Together at most ${MOST_DOCUMENT_BYTES} bytes are allowed.`
    errors.add('TOO_LONG', 'documents', message)
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

/** Also those that turn the direction of writing around, with which a name can hide its ending. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}]/gu
