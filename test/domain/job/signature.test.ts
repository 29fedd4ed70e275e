import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { completeJob } from '../../../src/domain/job/complete-job.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { at, newCompany, newDocument, newJob, newUpload } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'
import { graph } from '../../support/graphql.js'

const db = testDatabase()
const NINE = '2030-01-07T09:00:00.000Z'

describe('a drawn signature', () => {
  it('belongs to the job, and its hash is that of the documented text', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company, { status: 'in_progress', requiresSignature: true })
    const upload = await newUpload(company)
    const signature = { documentId: upload.uuid, name: ' Lee Ash ' }
    await completeJob(at(company.technician, NINE), { id, signature })

    const { data } = await graph(company.technician)(
      `{ jobs { nodes { number signatureName
        signature { url name signedAt sha256 small: url(size: SMALL) large: url(size: LARGE) }
        documents { nodes { id signature } } } } }`,
    )
    const [job] = data.jobs.nodes
    const text = [
      'field-inspection-service signature 1',
      `company ${company.uuid}`,
      `job ${job.number}`,
      `completed ${NINE}`,
      'name Lee Ash',
      `png ${'0'.repeat(64)}`,
    ].join('\n')
    expect(job).toMatchObject({
      signatureName: 'Lee Ash',
      signature: {
        name: 'Lee Ash',
        signedAt: NINE,
        sha256: createHash('sha256').update(text).digest('hex'),
        url: expect.stringMatching(new RegExp(`^/documents/${upload.uuid}\\?company=(?!.*size=)`)),
        small: expect.stringMatching(new RegExp(`^/documents/${upload.uuid}\\?.*&size=small&`)),
        large: expect.stringMatching(new RegExp(`^/documents/${upload.uuid}\\?.*&size=large&`)),
      },
      documents: { nodes: [{ id: upload.uuid, signature: true }] },
    })
  })

  it('is null before the completion, and after one with a name only', async () => {
    const company = await newCompany(db)
    await newJob(company, { status: 'in_progress' })
    const { id } = await newJob(company, { status: 'in_progress' })
    await completeJob(company.technician, { id, signatureName: 'Lee' })
    const { data } = await graph(company.admin)('{ jobs { nodes { signature { url sha256 } } } }')
    expect(data.jobs.nodes).toEqual([{ signature: null }, { signature: null }])
  })

  it('is an uploaded PNG that belongs to no record, and has a name', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company, { status: 'in_progress', requiresSignature: true })
    const complete = (documentId: string, name = 'Lee', rest = {}) =>
      errorCodesOf(
        completeJob(company.technician, { id, signature: { documentId, name }, ...rest }),
      )
    const jpeg = await newUpload(company, { name: 'a.jpg', contentType: 'image/jpeg' })
    const foreign = await newUpload(await newCompany(db))
    const attached = await newDocument(company)
    const valid = await newUpload(company)
    expect(await complete(jpeg.uuid)).toEqual(['INVALID signature.documentId'])
    expect(await complete(foreign.uuid)).toEqual(['NOT_FOUND signature.documentId'])
    expect(await complete(attached.uuid)).toEqual(['TAKEN signature.documentId'])
    expect(await complete(valid.uuid, ' ')).toEqual(['REQUIRED signature.name'])
    expect(await complete(valid.uuid, 'Lee', { signatureName: 'Ann' })).toEqual([
      'INVALID signatureName',
    ])
    expect(await db.prisma.documentUpload.count({ where: { companyId: company.companyId } })).toBe(
      2,
    )
  })

  it('cannot be removed', async () => {
    const company = await newCompany(db)
    const { id } = await newJob(company, { status: 'in_progress' })
    const { uuid, id: documentId } = await newUpload(company)
    await completeJob(company.technician, { id, signature: { documentId: uuid, name: 'Lee' } })
    expect(await errorCodesOf(removeRecord(company.admin, 'Document', { id: documentId }))).toEqual(
      ['NOT_ALLOWED id'],
    )
  })
})
