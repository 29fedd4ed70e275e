import { z } from 'zod'
import { type Domain, queryRows } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'

/** Converts an email address to lower case. Rejects the address of another user of the company, even a removed one. */
export async function checkEmail<Value extends string | null | undefined>(
  domain: Domain,
  errors: ValidationErrors,
  value: Value,
  ownId?: number,
): Promise<Exclude<Value, null>> {
  const text = errors.text('email', value, 254)
  const email = text?.toLowerCase()
  if (email === undefined) return text
  if (!isEmail(email)) {
    errors.add('INVALID', 'email', 'An email address is expected.')
    return text
  }
  const [holder] = await queryRows<{ id: number }>(domain, {
    name: 'find-user-of-email',
    text: 'select id from app_user where company_id = $1 and email = $2',
    values: [domain.viewer.companyId, email],
  })
  if (holder && holder.id !== ownId) errors.taken('email')
  return email as Exclude<Value, null>
}

/** The rule of HTML's `input type=email`, and a dot after the `@`, which GraphQL's scalar `EmailAddress` requires. */
export const isEmail = (text: string) => z.regexes.html5Email.test(text) && /@.*\./.test(text)
