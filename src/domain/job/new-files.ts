import { checkDocumentName } from '../document/document-name.js'
import type { ValidationErrors } from '../validation-errors.js'

/** A file that arrived together with a new job. */
export interface NewFile {
  /** The file name that the client gave; folders are dropped. */
  readonly name: string
  /** The media type, which the API detects from the content. */
  readonly contentType: string
  readonly content: Buffer
}

/** The largest total size of the documents of a new job. */
export const MAX_DOCUMENT_BYTES = 5_242_880

/** Checks the total size of the documents. Removes folders and control characters from their names. */
export function checkFiles(errors: ValidationErrors, files: readonly NewFile[]) {
  const bytes = sizeOf(files)
  if (bytes > MAX_DOCUMENT_BYTES) {
    errors.add('TOO_LONG', 'documents', `Together at most ${MAX_DOCUMENT_BYTES} bytes are allowed.`)
  }
  return files.map(({ name, contentType, content }, index) => {
    const path = (field: string) => ['documents', index, field]
    return {
      name: checkDocumentName(errors, path('name'), name),
      contentType: errors.text(path('contentType'), contentType),
      content,
    }
  })
}

export const sizeOf = (files: readonly NewFile[]) =>
  files.reduce((sum, { content }) => sum + content.byteLength, 0)
