import { z } from 'zod'
import { conditionsOf } from '../../domain/listing/listing.js'
import { userListing } from '../../domain/user/user-listing.js'
import { operation } from '../../http/operation.js'
import { search } from '../input-types.js'
import { normalizeQuery } from '../normalize-input.js'
import { listQuery, pageOf } from '../page/page.schema.js'
import { readListResponse } from '../page/read-list-response.js'
import { userInList } from './user.record.js'

const Query = listQuery(
  {
    role: z
      .enum(['admin', 'technician'], { error: 'The selected :attribute is invalid.' })
      .optional()
      .describe('The role of the users.'),
    search: search.optional().describe('Text that the name, the last name or the email contains.'),
  },
  15,
)

export const listUsers = operation(
  {
    description: "A page of the company's users.",
    query: Query,
    example: { query: { role: 'technician', search: 'palmer' } },
    answer: pageOf(userInList),
    normalizeQuery,
  },
  (domain, request) => {
    const { role, search: text } = request.query
    const where = conditionsOf(userListing, { roles: role && [role], search: text })
    return readListResponse(domain, userInList, request, where)
  },
)
