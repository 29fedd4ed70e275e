import { expect, it } from 'vitest'
import { type Operation, policy } from '../../../src/domain/access/policy.js'
import { newCompany } from '../../support/builders.js'
import { tableDigestsOf } from '../../support/table-digests.js'
import { testDatabase } from '../../support/database.js'
import { mutationNames, errorCodesOf, send } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
const accessTo = (name: string) => policy[name as Operation].access

const inputFor = async (name: string) => {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  return { company, input: (await validInputs[name]?.(company)) ?? {} }
}

it.each(mutationNames.filter((name) => accessTo(name) === 'admin'))(
  '%s is FORBIDDEN for technicians with any input',
  async (name) => {
    const { company, input } = await inputFor(name)
    expect(await errorCodesOf(company.technician, name, input)).toEqual(['FORBIDDEN'])
  },
)

it.each(mutationNames.filter((name) => accessTo(name) !== 'admin'))(
  '%s succeeds for technicians',
  async (name) => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    // The jobs of valid inputs are the technician's own.
    const input = (await validInputs[name]?.(company, company.technician)) ?? {}
    const { data, errors } = await send(company.technician, name, input)
    expect(errors).toBeUndefined()
    expect(data[name].userErrors).toEqual([])
  },
)

it.each(mutationNames.filter((name) => accessTo(name) !== 'anyone'))(
  '%s is UNAUTHENTICATED without credentials',
  async (name) => {
    const { company, input } = await inputFor(name)
    const before = await tableDigestsOf(db, company.companyId)
    const { status, errors } = await send(undefined, name, input)
    expect(status).toBe(401)
    expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'UNAUTHENTICATED' } })])
    expect(await tableDigestsOf(db, company.companyId)).toEqual(before)
  },
)
