import { Role } from '../../../client/generated/graphql.js'
import { oneOf, value, yesOrNo } from '../fields/value.js'
import type { Noun } from '../noun.js'

export const USERS: Noun = {
  list: 'users',
  fields: [
    value('firstName'),
    value('lastName'),
    value('email'),
    value('role', { read: oneOf(Role) }),
    value('active', { read: yesOrNo }),
    value('phoneNumber'),
    value('timezone'),
    value('profile.position'),
    value('profile.employeeNumber'),
    value('profile.idNumber'),
    value('profile.mobile'),
    value('profile.telephone'),
    value('profile.dialingCode'),
    value('password', { newOnly: true }),
  ],
  keys: [{ columns: ['email'], filterOf: (keys) => ({ emails: keys.flat() }) }],
  required: [['firstName'], ['lastName'], ['email'], ['role']],
  // A user without a password receives a mail to choose one.
  create: ({ password }) => (password === undefined ? 'inviteUser' : 'createUser'),
  update: 'updateUser',
  record: 'user',
  reported: { email: 'email' },
}
