import { describe, expect, it } from 'vitest'
import { v7 as newUuid } from 'uuid'
import { deleteExpired } from '../../../src/domain/cleanup/cleanup.js'
import {
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newDocument,
  newFinding,
  newJob,
  newSite,
  newUpload,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import type { Domain } from '../../../src/domain/domain.js'
import { errorCodesOf, recordFieldOf, runMutation, send } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()

const LISTED = 'documents(orderBy: [{ field: ID, direction: ASC }]) { nodes { id name } }'

const uploads = async (company: TestCompany, count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await newUpload(company)).uuid))

const idsOf = ({ documents }: { documents: { nodes: { id: string }[] } }) =>
  documents.nodes.map(({ id }) => id)

/** Runs a mutation, and returns these fields of its record. */
async function writeRecord(viewer: Domain, name: string, input: object, fields: string) {
  const field = recordFieldOf(name)
  return (await runMutation(viewer, name, input, `${field} { ${fields} }`))[field]
}

/** The errors of a mutation, which may succeed. */
async function errorsOf({ admin }: TestCompany, name: string, input: object): Promise<string[]> {
  const { data } = await send(admin, name, input, '__typename')
  const { userErrors } = data?.[name] as {
    userErrors: { code: string; field: string[] | null }[]
  }
  return userErrors.map(({ code, field }) => `${code} ${field?.join('.')}`)
}

const uploadCount = ({ companyId }: TestCompany) =>
  db.prisma.documentUpload.count({ where: { companyId } })

describe.each(['Asset', 'Client', 'Finding', 'Inspection', 'Job', 'Site'])('a new %s', (model) => {
  const create = model === 'Inspection' ? 'recordInspection' : `create${model}`
  const field = model.toLowerCase()

  it('has the documents of its input, which name what they belong to', async () => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const documentIds = await uploads(company, 2)
    const input = { ...(await validInputs[create]?.(company)), documentIds }
    const record = await writeRecord(company.admin, create, input, `id ${LISTED}`)
    expect(idsOf(record).sort()).toEqual([...documentIds].sort())
    const { data } = await graph(company.technician)(
      `{ documents { nodes { ofCompany ${field} { id } } totalCount } }`,
    )
    const owned = { ofCompany: false, [field]: { id: record.id } }
    expect(data.documents).toEqual({ nodes: [owned, owned], totalCount: 2 })
    expect(await uploadCount(company)).toBe(0)
  })

  it('is not written if a document cannot be attached, and neither is attached', async () => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const [mine = ''] = await uploads(company, 1)
    const foreign = (await newUpload(await newCompany(db))).uuid
    const taken = (await newDocument(company)).uuid
    const removed = (await newUpload(company, { deletedAt: new Date() })).uuid
    const documentIds = [mine, foreign, taken, removed, newUuid(), 'nonsense']
    const input = { ...(await validInputs[create]?.(company)), documentIds }
    expect(await errorCodesOf(company.admin, create, input)).toEqual([
      'NOT_FOUND documentIds.1',
      'TAKEN documentIds.2',
      'NOT_FOUND documentIds.3',
      'NOT_FOUND documentIds.4',
      'NOT_FOUND documentIds.5',
    ])
    expect(await uploadCount(company)).toBe(2)
  })
})

describe.each([
  ['Asset', newAsset],
  ['Client', newClient],
  ['Finding', newFinding],
  ['Job', newJob],
  ['Site', newSite],
] as const)('an existing %s', (model, build) => {
  it('gets documents in addition to those that it has', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await build(company)
    const [first = '', second = ''] = await uploads(company, 2)
    const update = (documentIds: string[]) =>
      writeRecord(company.admin, `update${model}`, { id, documentIds }, LISTED)
    expect(idsOf(await update([first, first.toUpperCase()]))).toEqual([first])
    expect(idsOf(await update([second])).sort()).toEqual([first, second].sort())
    expect(
      await errorCodesOf(company.admin, `update${model}`, { id, documentIds: [first] }),
    ).toEqual(['TAKEN documentIds.0'])
  })
})

it('technicians attach files to their jobs in each status, and to sites', async () => {
  const company = await newCompany(db)
  const { technician, admin } = company
  const technicianId = technician.viewer.userId
  for (const status of ['scheduled', 'completed'] as const) {
    const { uuid: id } = await newJob(company, { technicianId, status })
    const documentIds = await uploads(company, 2)
    const attached = await writeRecord(technician, 'attachToJob', { id, documentIds }, LISTED)
    expect(idsOf(attached).sort()).toEqual([...documentIds].sort())
  }
  const { uuid: id } = await newSite(company)
  const documentIds = await uploads(company, 1)
  const attached = await writeRecord(technician, 'attachToSite', { id, documentIds }, LISTED)
  expect(idsOf(attached)).toEqual(documentIds)
  expect(await errorCodesOf(admin, 'attachToSite', { id, documentIds })).toEqual([
    'TAKEN documentIds.0',
  ])
})

it('raise the updatedAt of their record, also if another instance whose clock is ahead has written it', async () => {
  const company = await newCompany(db)
  const site = await newSite(company)
  const job = await newJob(company, {
    siteId: site.id,
    technicianId: company.technician.viewer.userId,
  })
  const ahead = new Date(Date.now() + 3_600_000)
  for (const [name, table, id] of [
    ['attachToSite', 'site', site.uuid],
    ['attachToJob', 'job', job.uuid],
    ['updateSite', 'site', site.uuid],
  ] as const) {
    await db.pool.query(`update ${table} set updated_at = $2 where uuid = $1`, [id, ahead])
    const documentIds = await uploads(company, 1)
    const { updatedAt } = await writeRecord(company.admin, name, { id, documentIds }, 'updatedAt')
    expect(Date.parse(updatedAt), name).toBeGreaterThan(ahead.getTime())
  }
})

it('technicians attach nothing to a job of another technician', async () => {
  const company = await newCompany(db)
  const { uuid: id } = await newJob(company, { technicianId: company.admin.viewer.userId })
  const documentIds = await uploads(company, 1)
  const { errors } = await send(
    company.technician,
    'attachToJob',
    { id, documentIds },
    '__typename',
  )
  expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
  expect(await uploadCount(company)).toBe(1)
  const attached = await writeRecord(company.admin, 'attachToJob', { id, documentIds }, LISTED)
  expect(idsOf(attached)).toEqual(documentIds)
})

it('the company itself has documents', async () => {
  const company = await newCompany(db)
  const [id = ''] = await uploads(company, 1)
  await newDocument(company)
  await writeRecord(company.admin, 'updateCompany', { documentIds: [id] }, 'id')
  const { data } = await graph(company.technician)(
    '{ documents(filter: { ofCompany: true }) { nodes { id job { id } } } }',
  )
  expect(data.documents.nodes).toEqual([{ id, job: null }])
})

it('errors of the documents and of the other fields come together', async () => {
  const company = await newCompany(db)
  const input = {
    ...(await validInputs['createClient']?.(company)),
    legalName: ' ',
    documentIds: ['x'],
  }
  expect(await errorCodesOf(company.admin, 'createClient', input)).toEqual([
    'REQUIRED legalName',
    'NOT_FOUND documentIds.0',
  ])
})

it('at most 100 are attached in one write', async () => {
  const company = await newCompany(db)
  const documentIds = [...Array.from({ length: 101 }, () => newUuid())]
  const input = { id: (await newJob(company)).uuid, documentIds }
  expect(await errorCodesOf(company.admin, 'updateJob', input)).toContain('TOO_LONG documentIds')
})

it('a dry run attaches nothing', async () => {
  const company = await newCompany(db)
  const documentIds = await uploads(company, 1)
  const input = { id: (await newJob(company)).uuid, documentIds, dryRun: true }
  expect(idsOf(await writeRecord(company.admin, 'updateJob', input, LISTED))).toEqual(documentIds)
  expect(await uploadCount(company)).toBe(1)
})

it('a retry with the same idempotency key returns the same record', async () => {
  const company = await newCompany(db)
  const input = {
    ...(await validInputs['createJob']?.(company)),
    documentIds: await uploads(company, 1),
    idempotencyKey: newUuid(),
  }
  const create = () => writeRecord(company.admin, 'createJob', input, `id ${LISTED}`)
  expect(await create()).toEqual(await create())
})

it('concurrent writes attach a document once', async () => {
  const company = await newCompany(db)
  const documentIds = await uploads(company, 1)
  const jobs = await Promise.all([newJob(company), newJob(company), newJob(company)])
  const errors = await Promise.all(
    jobs.map(({ uuid: id }) => errorsOf(company, 'updateJob', { id, documentIds })),
  )
  expect(errors.map(String).sort()).toEqual(['', 'TAKEN documentIds.0', 'TAKEN documentIds.0'])
})

it('an attached document does not vanish', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const documentIds = await uploads(company, 1)
  const { uuid: id } = await newJob(company)
  await writeRecord(company.admin, 'updateJob', { id, documentIds }, 'id')
  await newUpload(company)
  await db.pool.query(
    `update document_upload set created_at = now() - interval '25 hours' where company_id = $1`,
    [companyId],
  )
  while ((await deleteExpired(db, 0)) > 0);
  const kept = await db.prisma.document.findMany({ where: { companyId } })
  expect(kept.map(({ uuid }) => uuid)).toEqual(documentIds)
  const contents = await db.prisma.documentContent.findMany({ where: { companyId } })
  expect(contents.map(({ key }) => key)).toEqual(kept.map(({ contentKey }) => contentKey))
})

describe('removeDocument', () => {
  it('takes a document out of lists and counts, and restoreDocument brings it back', async () => {
    const company = await newCompany(db)
    const { uuid: id, jobId } = await newDocument(company)
    const read = async (): Promise<unknown> => {
      const query =
        `{ company { stats { totalStorage } } job(by: { databaseId: ${jobId} }) { documents { totalCount } }
        removed: documents(filter: { removed: only }) { nodes { id removedBy { id } } } }`.replace(
          'only',
          'ONLY',
        )
      const { data } = await graph(company.admin)(query)
      return [
        data.company.stats.totalStorage,
        data.job.documents.totalCount,
        data.removed.nodes.length,
      ]
    }
    expect(await read()).toEqual([9, 1, 0])
    await writeRecord(company.admin, 'removeDocument', { id }, 'id removedAt')
    expect(await read()).toEqual([0, 0, 1])
    await writeRecord(company.admin, 'restoreDocument', { id }, 'id removedAt')
    expect(await read()).toEqual([9, 1, 0])
  })

  it('is only for admins', async () => {
    const company = await newCompany(db)
    const input = { id: (await newDocument(company)).uuid }
    for (const name of ['removeDocument', 'restoreDocument']) {
      const { errors } = await send(company.technician, name, input)
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    }
  })
})

describe('pictures', () => {
  const picture = async (company: TestCompany) => {
    const query = `{ company { logoUrl } client: clients { nodes { logoUrl } } viewer { user { profile { pictureUrl } } }
      documents(filter: { removed: INCLUDE }, orderBy: [{ field: ID }]) { nodes { id picture } } }`
    const { data } = await graph(company.admin)(query)
    const { company: own, client, viewer, documents } = data
    return {
      urls: [own.logoUrl, client.nodes[0]?.logoUrl, viewer.user.profile?.pictureUrl ?? null],
      pictures: documents.nodes.filter((each: { picture: boolean }) => each.picture),
    }
  }
  const urlOf = (id: string) => expect.stringMatching(`^/documents/${id}\\?company=`) as string

  it('of the company, of a client and of a user are links', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newClient(company)
    await writeRecord(company.admin, 'updateProfile', { telephone: '020 7946 0000' }, 'id')
    const [logo = '', second = '', mine = ''] = await uploads(company, 3)
    await writeRecord(company.admin, 'updateCompany', { logoDocumentId: logo }, 'logoUrl')
    const client = await writeRecord(
      company.admin,
      'updateClient',
      { id, logoDocumentId: second },
      `logoUrl ${LISTED}`,
    )
    expect([client.logoUrl, idsOf(client)]).toEqual([urlOf(second), [second]])
    await writeRecord(company.admin, 'updateProfile', { pictureDocumentId: mine }, 'id')
    expect((await picture(company)).urls).toEqual([urlOf(logo), urlOf(second), urlOf(mine)])
  })

  it('are replaced, and cleared; the files stay', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newClient(company)
    const [first = '', second = ''] = await uploads(company, 2)
    const set = (logoDocumentId: string | null) =>
      writeRecord(company.admin, 'updateClient', { id, logoDocumentId }, `logoUrl ${LISTED}`)
    expect((await set(first)).logoUrl).toEqual(urlOf(first))
    expect((await set(second)).logoUrl).toEqual(urlOf(second))
    expect((await picture(company)).pictures).toEqual([{ id: second, picture: true }])
    const cleared = await set(null)
    expect([cleared.logoUrl, cleared.documents.nodes.length]).toEqual([null, 2])
  })

  it('are not shown if the document is removed', async () => {
    const company = await newCompany(db)
    const [id = ''] = await uploads(company, 1)
    await writeRecord(company.admin, 'updateCompany', { logoDocumentId: id }, 'id')
    await writeRecord(company.admin, 'removeDocument', { id }, 'id')
    expect((await picture(company)).urls[0]).toBeNull()
  })

  it('must be a PNG or a JPEG that belongs to no record', async () => {
    const company = await newCompany(db)
    const pdf = (await newUpload(company, { contentType: 'application/pdf' })).uuid
    const taken = (await newDocument(company, { contentType: 'image/png' })).uuid
    for (const [logoDocumentId, code] of [
      [pdf, 'INVALID'],
      [taken, 'TAKEN'],
      ['x', 'NOT_FOUND'],
    ] as const)
      expect(await errorCodesOf(company.admin, 'updateCompany', { logoDocumentId })).toEqual([
        `${code} logoDocumentId`,
      ])
  })
})

describe('photographs of answers', () => {
  /** An asset with a checklist: a photograph that is required, and a question whose failing answer needs one. */
  async function asked(company: TestCompany, photo: object = {}, hose: object = {}) {
    const [photoId, hoseId] = [newUuid(), newUuid()]
    const questions = [
      { questionId: photoId, kind: 'PHOTO', text: 'The extinguisher', required: true, ...photo },
      {
        ...{ questionId: hoseId, kind: 'YES_NO', text: 'Is the hose whole?' },
        ...{ requirePhotoWhenFailing: true, opensFinding: 'HIGH', ...hose },
      },
    ]
    const input = { name: 'Extinguishers', sections: [{ name: 'All', questions }] }
    const checklist = await writeRecord(company.admin, 'createChecklist', input, 'databaseId')
    const type = await newAssetType(company, { checklistId: checklist.databaseId as number })
    const assetId = (await newAsset(company, { typeId: type.id })).uuid
    const inputOf = (photoIds?: string[], failing?: string[]) => ({
      assetId,
      answers: [
        { questionId: photoId, photoIds },
        { questionId: hoseId, value: failing ? 'NO' : 'YES', photoIds: failing },
      ],
    })
    return { photoId, hoseId, assetId, inputOf }
  }

  it('belong to the inspection, each with its question', async () => {
    const company = await newCompany(db)
    const { photoId, hoseId, inputOf } = await asked(company)
    const [one = '', two = '', own = ''] = await uploads(company, 3)
    const selection = `documents(orderBy: [{ field: ID, direction: ASC }]) { nodes { id questionId } }
      findings { nodes { status } }`
    // A photograph that is also among the files stays with its question.
    const input = { ...inputOf([one], [two]), documentIds: [own, two.toUpperCase()] }
    const inspection = await writeRecord(company.technician, 'recordInspection', input, selection)
    const questions = new Map([
      [one, photoId],
      [two, hoseId],
      [own, null],
    ])
    expect(inspection.findings.nodes).toEqual([{ status: 'OPEN' }])
    expect(inspection.documents.nodes).toHaveLength(3)
    for (const { id, questionId } of inspection.documents.nodes)
      expect(questionId).toBe(questions.get(id))
    expect(await uploadCount(company)).toBe(0)
  })

  it('are required', async () => {
    const company = await newCompany(db)
    const { inputOf, assetId } = await asked(company, { minimumCount: 2 })
    const refusals = (input: object) => errorsOf(company, 'recordInspection', input)
    expect(await refusals(inputOf(undefined, []))).toEqual([
      'REQUIRED answers.0.photoIds',
      'REQUIRED answers.1.photoIds',
    ])
    expect(await refusals(inputOf(await uploads(company, 1)))).toEqual([
      'REQUIRED answers.0.photoIds',
    ])
    expect(await refusals({ assetId, answers: [] })).toEqual(['REQUIRED answers'])
    expect(await refusals(inputOf(await uploads(company, 2)))).toEqual([])
  })

  it('may be left out if the question is not required or not applicable', async () => {
    const company = await newCompany(db)
    const { inputOf } = await asked(company, { required: false, minimumCount: 2 })
    const record = (input: object) => errorsOf(company, 'recordInspection', input)
    expect(await record(inputOf([]))).toEqual([])
    expect(await record(inputOf(await uploads(company, 1)))).toEqual([
      'REQUIRED answers.0.photoIds',
    ])
  })

  it('must be images of the company that no other answer has', async () => {
    const company = await newCompany(db)
    const { inputOf } = await asked(company)
    const [photo = ''] = await uploads(company, 1)
    const pdf = (await newUpload(company, { contentType: 'application/pdf' })).uuid
    const foreign = (await newUpload(await newCompany(db))).uuid
    const taken = (await newDocument(company)).uuid
    const input = inputOf([photo, pdf, foreign], [photo, taken, 'nonsense'])
    expect(await errorCodesOf(company.technician, 'recordInspection', input)).toEqual([
      'INVALID answers.0.photoIds.1',
      'NOT_FOUND answers.0.photoIds.2',
      'TAKEN answers.1.photoIds.0',
      'TAKEN answers.1.photoIds.1',
      'NOT_FOUND answers.1.photoIds.2',
    ])
  })

  it('of many inspections are attached together, those of the valid ones', async () => {
    const company = await newCompany(db)
    const { inputOf } = await asked(company)
    const [first = '', second = '', third = ''] = await uploads(company, 3)
    const rows = [inputOf([first]), inputOf([second], []), inputOf([third])]
    const { data } = await send(
      company.technician,
      'recordInspections',
      { rows, onError: 'SKIP_FAILED' },
      'inspections { documents { nodes { id } } }',
    )
    expect(data?.['recordInspections']).toEqual({
      userErrors: [expect.objectContaining({ field: ['rows', '1', 'answers', '1', 'photoIds'] })],
      inspections: [
        { documents: { nodes: [{ id: first }] } },
        null,
        { documents: { nodes: [{ id: third }] } },
      ],
    })
    expect(await uploadCount(company)).toBe(1)
  })
})
