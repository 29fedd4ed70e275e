import {
  type DocumentKey,
  findUpload,
  type LockedUpload,
  type LockedUploads,
  lockUploads,
  rejectMissing,
} from '../document/uploads.js'
import type { TransactionDomain } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
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
  const keys = answers.flatMap(({ photoIds }) => photoIds ?? []).map((key) => ({ key, path: [] }))
  const uploads = await lockUploads(tx, keys)
  const rejected = new ValidationErrors()
  await rejectMissing(
    tx,
    rejected,
    uploads,
    keys.map(({ key }) => ({ key, path: [String(key)] })),
  )
  const used = new Set<LockedUpload>()
  return (errors, path, { photoIds }) =>
    photosOf(errors, uploads, rejected, used, keysOf(path, photoIds ?? []))
}

const keysOf = (path: Path, photoIds: NonNullable<NewAnswer['photoIds']>): DocumentKey[] =>
  photoIds.map((key, index) => ({ key, path: [...path, 'photoIds', index] }))

function photosOf(
  errors: ValidationErrors,
  uploads: LockedUploads,
  rejected: ValidationErrors,
  used: Set<LockedUpload>,
  keys: readonly DocumentKey[],
): LockedUpload[] {
  return keys.flatMap(({ key, path }) => {
    const upload = findUpload(uploads, key)
    if (!upload) {
      for (const { code, path: of, message } of rejected.all)
        if (of[0] === String(key)) errors.add(code, path, message)
      return []
    }
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
