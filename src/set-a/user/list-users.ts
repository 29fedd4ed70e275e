import { z } from 'zod'
import { conditionsOf } from '../../domain/listing/listing.js'
import { userListing } from '../../domain/user/user-listing.js'
import { operation } from '../../http/operation.js'
import { prepareQuery, search } from '../input.js'
import { answerPage } from '../page/answer-page.js'
import { listQuery, pageOf } from '../page/page.wire.js'
import { Records } from '../records.js'
import { presentUserInList, UserInList, userInListFields, type UserInListRow } from './user.wire.js'

const users = new Records<UserInListRow>('User', userInListFields)

const Query = listQuery({
  role: z
    .enum(['admin', 'technician'], { error: 'The selected :attribute is invalid.' })
    .optional(),
  search: search.optional().describe('A part of the name, the last name or the email.'),
})

export const listUsers = operation(
  { summary: 'List users', query: Query, answer: pageOf(UserInList), prepareQuery },
  (domain, asked) => {
    const { role, search: text } = asked.query
    const where = conditionsOf(userListing, { role, search: text })
    const present = (rows: readonly UserInListRow[]) => rows.map(presentUserInList)
    return answerPage(domain, users, asked, { where, perPage: 15, present })
  },
)
