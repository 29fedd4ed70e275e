import { checkDocumentName } from '../document/document-name.js'
import { checkPixels } from '../document/image-columns.js'
import type { ReceivedContent } from '../document/receive-content.js'
import type { ValidationErrors } from '../validation-errors.js'

/** A file that arrived together with a new job. Its content is stored, and no record keeps it yet. */
export interface NewFile extends ReceivedContent {
  /** The file name that the client gave; folders are dropped. */
  readonly name: string
}

/** The largest total size of the documents of a new job. */
export const MAX_DOCUMENT_BYTES = 5_242_880

/** Checks the type of each document, and their total size. Removes folders and control characters from their names. */
export function checkFiles(errors: ValidationErrors, files: readonly NewFile[]) {
  if (sizeOf(files) > MAX_DOCUMENT_BYTES)
    errors.add('TOO_LONG', 'documents', `Together at most ${MAX_DOCUMENT_BYTES} bytes are allowed.`)
  return files.map(({ name, key = '', contentType = '', size, sha256, image }, index) => {
    const path = (field: string) => ['documents', index, field]
    checkPixels(errors, path('content'), image)
    return {
      ...{ contentKey: key, size, sha256, image },
      name: checkDocumentName(errors, path('name'), name),
      contentType: errors.text(path('contentType'), contentType),
    }
  })
}

export const sizeOf = (files: readonly NewFile[]) => files.reduce((sum, { size }) => sum + size, 0)
