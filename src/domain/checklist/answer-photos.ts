import { type LockedUpload, lockUploads } from '../document/uploads.js'
import type { TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { Answer, NewAnswer } from './checklist-answers.js'
import type { Question } from './checklist-content.js'

type Path = readonly (string | number)[]

/** Finds the photographs of an answer, and adds an error for each one that the answer cannot have. */
export type PhotosOf = (errors: ValidationErrors, path: Path, answer: NewAnswer) => LockedUpload[]

/** Locks the photographs of all answers. Sends no statement if there are none. */
export async function findPhotos(
  tx: TransactionDomain,
  answers: readonly NewAnswer[],
): Promise<PhotosOf> {
  const take = await lockUploads(
    tx,
    answers.flatMap(({ photoIds }) => photoIds ?? []),
  )
  const used = new Set<LockedUpload>()
  return (errors, answerPath, { photoIds }) =>
    (photoIds ?? []).flatMap((key, index) => {
      const path = [...answerPath, 'photoIds', index]
      const upload = take(errors, path, key)
      if (!upload) return []
      if (!upload.contentType.startsWith('image/'))
        errors.add('INVALID', path, 'A photograph is expected: a file with an image.')
      if (used.has(upload)) errors.add('TAKEN', path, 'Another answer has this photograph.')
      used.add(upload)
      return [upload]
    })
}

/** Checks the number of photographs of an answer. */
export function checkPhotos(
  errors: ValidationErrors,
  path: Path,
  { kind, required, minimumCount, requirePhotoWhenFailing, text }: Question,
  { fails, notApplicable }: Answer,
  { length }: readonly LockedUpload[],
): void {
  if (notApplicable && length > 0)
    errors.add('INVALID', path, 'An answer that is not applicable has no photographs.')
  if (fails && requirePhotoWhenFailing && length === 0)
    errors.add('REQUIRED', path, 'A failing answer needs a photograph.')
  if (kind !== 'PHOTO' || notApplicable) return
  const least = minimumCount ?? 1
  if (length < least && (required || length > 0)) {
    const message = `“${text}” needs at least ${least} ${least === 1 ? 'photograph' : 'photographs'}.`
    errors.add('REQUIRED', path, message)
  }
}
