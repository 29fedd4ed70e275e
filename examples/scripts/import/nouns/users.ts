import { Role } from '../../../client/generated/graphql.js'
import type { Field } from '../fields/field.js'
import { oneOf, value, yesOrNo } from '../fields/value.js'
import type { Noun } from '../noun.js'

const STATE = value('active', { read: yesOrNo })

/** A new user without a password is invited, and so is active: the mutation has no such field. */
const ACTIVE: Field = {
  ...STATE,
  prepare: async (source) => {
    const write = await STATE.prepare(source)
    return (row) => {
      write(row)
      if (row.current || row.values.has('password')) return
      if (row.input['active'] === false) row.fail('active', 'A user without a password is active.')
      delete row.input['active']
    }
  },
}

export const USERS: Noun = {
  list: 'users',
  fields: [
    value('firstName'),
    value('lastName'),
    value('email', { read: (text) => text.toLowerCase() }),
    value('role', { read: oneOf(Role) }),
    ACTIVE,
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
