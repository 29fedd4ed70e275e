import { createHash } from 'node:crypto'
import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import { imageColumns } from '../document/image-columns.js'
import { checkQuota } from '../document/quota.js'
import { type Domain, inTransaction, type TransactionDomain } from '../domain.js'
import { writeOrMerge } from '../record/write-or-merge.js'
import { ValidationErrors } from '../validation-errors.js'
import { createJob } from './create-job.js'
import type { CreatedJob } from './insert-jobs.js'
import { checkFiles, type DescribedFile, type NewFile, sizeOf, withFacts } from './new-files.js'
import type { NewJob } from './new-job.js'

/** Creates a job together with files that are not uploaded yet, in one transaction. */
export async function createJobWithFiles(
  domain: Domain,
  input: NewJob,
  files: readonly NewFile[],
): Promise<CreatedJob> {
  if (files.length === 0) return createJob(domain, input)
  authorise(domain.viewer, 'createJob')
  const described = await withFacts(files)
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(domain)
    const checked = checkFiles(errors, described)
    await checkQuota(tx, errors, ['documents'], sizeOf(files))
    // The content is written first: the creation of the job locks the row of the company.
    const stored = errors.allowWrite ? await storeContents(tx, checked) : []
    const job = await writeOrMerge(tx, errors, (own) => createJob(own, input))
    const { companyId, userId } = tx.viewer
    await tx.prisma.document.createMany({
      data: stored.map((document) => ({
        ...document,
        uuid: newUuid(),
        companyId,
        userId,
        jobId: job.id,
      })),
    })
    return job
  })
}

async function storeContents(tx: TransactionDomain, files: readonly DescribedFile[]) {
  const { prisma, viewer } = tx
  const stored = files.map((file) => ({ ...file, key: newUuid() }))
  await prisma.documentContent.createMany({
    data: stored.map(({ key, content }) => ({
      companyId: viewer.companyId,
      key,
      position: 0,
      content: new Uint8Array(content),
    })),
  })
  return Promise.all(
    stored.map(async ({ key, name, contentType, content, image }) => ({
      name,
      contentType,
      size: content.byteLength,
      sha256: new Uint8Array(createHash('sha256').update(content).digest()),
      contentKey: key,
      ...(await imageColumns(tx, image)),
    })),
  )
}
