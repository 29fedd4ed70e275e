import { expect, it } from 'vitest'
import { type Operation, policy } from '../../../src/domain/access/policy.js'
import { newCompany } from '../../support/builders.js'
import { contentsOf } from '../../support/contents.js'
import { testDatabase } from '../../support/database.js'
import { mutationNames, refusalOf, send } from './mutate.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
const accessTo = (name: string) => policy[name as Operation]

const inputFor = async (name: string) => {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  return { company, input: (await validInputs[name]?.(company)) ?? {} }
}

it.each(mutationNames.filter((name) => accessTo(name) === 'admin'))(
  '%s is FORBIDDEN for technicians, whatever the input',
  async (name) => {
    const { company, input } = await inputFor(name)
    expect(await refusalOf(company.technician, name, input)).toEqual(['FORBIDDEN'])
  },
)

it.each(mutationNames.filter((name) => accessTo(name) !== 'admin'))(
  '%s is carried out for technicians',
  async (name) => {
    const { company, input } = await inputFor(name)
    // They name only their own jobs; this is one.
    const { data, errors } = await send(company.technician, name, input)
    expect(errors).toBeUndefined()
    expect(data[name].userErrors).toEqual([])
  },
)

it.each(mutationNames.filter((name) => accessTo(name) !== 'anyone'))(
  '%s is UNAUTHENTICATED for anybody who is not signed in',
  async (name) => {
    const { company, input } = await inputFor(name)
    const before = await contentsOf(db, company.companyId)
    const { status, errors } = await send(undefined, name, input)
    expect(status).toBe(401)
    expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'UNAUTHENTICATED' } })])
    expect(await contentsOf(db, company.companyId)).toEqual(before)
  },
)
