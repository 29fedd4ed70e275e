import { boolean, epochSeconds, text, uuid } from '../fields.js'
import { recordType } from '../record.js'

// prettier-ignore
const fields = {
  name:      [text,         'firstName', 'Given name.'],
  lastName:  [text,         'lastName',  'Family name.'],
  email:     [text,         'email',     'The username, in lower case.'],
  active:    [boolean,      'active',    'Whether the user can log in.'],
  createdAt: [epochSeconds, 'createdAt'],
  updatedAt: [epochSeconds, 'updatedAt'],
} as const

/** Specification, Set B: User, as the single-user read answers it. */
export const user = recordType('User', 'User', fields)

/** Specification, Set B: User, as an item of a list. */
export const listedUser = recordType('ListedUser', 'User', { id: [uuid, 'uuid'], ...fields })
