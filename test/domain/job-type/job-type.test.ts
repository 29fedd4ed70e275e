import { describe, expect, it } from 'vitest'
import { createJobType } from '../../../src/domain/job-type/create-job-type.js'
import { updateJobType } from '../../../src/domain/job-type/update-job-type.js'
import { newCompany, newJobType } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = (id: number) => db.prisma.jobType.findFirstOrThrow({ where: { id } })

describe('createJobType', () => {
  it('is active, without signature and passes with 100 by default', async () => {
    const { admin } = await newCompany(db)
    const { id } = await createJobType(admin, { name: ' Yearly ' })
    expect(await read(id)).toMatchObject({
      description: 'Yearly',
      passPercentage: 100,
      active: true,
      requiresSignature: false,
      singleInspection: false,
    })
  })

  it('stores the input', async () => {
    const { admin } = await newCompany(db)
    const input = {
      name: 'Yearly',
      passPercentage: 0,
      active: false,
      requiresSignature: true,
      singleInspection: true,
    }
    const { id } = await createJobType(admin, input)
    const { name: description, ...columns } = input
    expect(await read(id)).toMatchObject({ description, ...columns })
  })

  it.each([-1, 101, 50.5])('rejects the pass percentage %d', async (passPercentage) => {
    const { admin } = await newCompany(db)
    expect(await errorCodesOf(createJobType(admin, { name: '', passPercentage }))).toEqual([
      'REQUIRED name',
      'OUT_OF_RANGE passPercentage',
    ])
  })
})

describe('updateJobType', () => {
  it('keeps fields that are absent', async () => {
    const company = await newCompany(db)
    const before = await newJobType(company, { passPercentage: 80, requiresSignature: true })
    await updateJobType(company.admin, { id: before.id, active: false })
    expect(await read(before.id)).toMatchObject({
      description: before.description,
      passPercentage: 80,
      active: false,
      requiresSignature: true,
    })
  })

  it('rejects null', async () => {
    const company = await newCompany(db)
    const { id } = await newJobType(company)
    const input = {
      id,
      name: null,
      passPercentage: null,
      active: null,
      requiresSignature: null,
      singleInspection: null,
    }
    expect(await errorCodesOf(updateJobType(company.admin, input))).toEqual([
      'REQUIRED name',
      'REQUIRED passPercentage',
      'REQUIRED active',
      'REQUIRED requiresSignature',
      'REQUIRED singleInspection',
    ])
  })
})
