import { expect, it } from 'vitest'
import { newCompany, newWebhook } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf, send } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()

it('a company has at most 100 webhooks, also if two are created at the same time, or one is restored', async () => {
  const company = await newCompany(db)
  const { uuid: id } = await newWebhook(company, { deletedAt: new Date() })
  for (let count = 0; count < 99; count += 1) await newWebhook(company)
  const inputs = [
    await validInputs['createWebhook']?.(company),
    await validInputs['createWebhook']?.(company),
  ]
  const answers = await Promise.all(
    inputs.map((input) => send(company.admin, 'createWebhook', input ?? {}, 'webhook { id }')),
  )
  const message = 'A company can have at most 100 webhooks.'
  const errors = answers.flatMap(({ data }) => data?.createWebhook.userErrors)
  expect(errors).toEqual([expect.objectContaining({ message })])
  expect(await errorCodesOf(company.admin, 'restoreWebhook', { id })).toEqual(['NOT_ALLOWED id'])
})
