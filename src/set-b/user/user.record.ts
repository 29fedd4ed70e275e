import { type Fields, recordType } from '../../http/record.js'
import { boolean, epochSeconds, text, uuid } from '../field-types.js'

// prettier-ignore
const fields: Fields<'User'> = {
  name:      [text,         'firstName', 'Given name.'],
  lastName:  [text,         'lastName',  'Family name.'],
  email:     [text,         'email',     'The username, in lower case.'],
  active:    [boolean,      'active',    'Whether the user can log in.'],
  createdAt: [epochSeconds, 'createdAt'],
  updatedAt: [epochSeconds, 'updatedAt'],
}

/** Set B, one of the two REST APIs: user, in the response of `readUser`. */
export const user = recordType('User', 'User', fields)

/** Set B, one of the two REST APIs: user, in the list of users. */
export const listedUser = recordType('ListedUser', 'User', { id: [uuid, 'uuid'], ...fields })
