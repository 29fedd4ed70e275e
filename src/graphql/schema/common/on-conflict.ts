import { enumType } from './enum-type.js'

/** What an update does if its record has another version than the expected one. */
export type OnConflict = 'reject' | 'apply_and_mark'

export const OnConflictEnum = enumType<OnConflict>(
  'OnConflict',
  'What an update does if the record has changed since the client read it.',
  {
    reject: 'Nothing is written: the error is `STALE`.',
    apply_and_mark:
      'The update is applied nevertheless, and `conflict` is true in its entries of `history`.',
  },
)
