import { HEAD_BYTES } from '../document/content-type.js'
import { checkDocumentName } from '../document/document-name.js'
import { checkPixels } from '../document/image-columns.js'
import { factsOf } from '../document/image-facts.js'
import type { ValidationErrors } from '../validation-errors.js'

/** A file that arrived together with a new job. */
export interface NewFile {
  /** The file name that the client gave; folders are dropped. */
  readonly name: string
  /** The media type, which the API detects from the content. */
  readonly contentType: string
  readonly content: Buffer
}

/** The facts of each file that is an image. */
export const withFacts = (files: readonly NewFile[]) =>
  Promise.all(
    files.map(async (file) => ({
      ...file,
      image: await factsOf(file.content.subarray(0, HEAD_BYTES), file.contentType),
    })),
  )

export type DescribedFile = Awaited<ReturnType<typeof withFacts>>[number]

/** The largest total size of the documents of a new job. */
export const MAX_DOCUMENT_BYTES = 5_242_880

/** Checks the total size of the documents. Removes folders and control characters from their names. */
export function checkFiles(errors: ValidationErrors, files: readonly DescribedFile[]) {
  const bytes = sizeOf(files)
  if (bytes > MAX_DOCUMENT_BYTES) {
    errors.add('TOO_LONG', 'documents', `Together at most ${MAX_DOCUMENT_BYTES} bytes are allowed.`)
  }
  return files.map(({ name, contentType, content, image }, index) => {
    const path = (field: string) => ['documents', index, field]
    checkPixels(errors, path('content'), image)
    return {
      image,
      name: checkDocumentName(errors, path('name'), name),
      contentType: errors.text(path('contentType'), contentType),
      content,
    }
  })
}

export const sizeOf = (files: readonly NewFile[]) =>
  files.reduce((sum, { content }) => sum + content.byteLength, 0)
