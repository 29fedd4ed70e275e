import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/authorise.js'
import { imageColumns } from '../document/image-columns.js'
import { checkQuota } from '../document/quota.js'
import { endUploads } from '../document/uploads.js'
import { type Domain, inTransaction } from '../domain.js'
import { writeOrMerge } from '../record/write-or-merge.js'
import { ValidationErrors } from '../validation-errors.js'
import { createJob } from './create-job.js'
import type { CreatedJob } from './insert-jobs.js'
import { checkFiles, type NewFile, sizeOf } from './new-files.js'
import type { NewJob } from './new-job.js'

/**
 * Creates a job, and a document of it for each file, in one transaction. If it fails, the caller discards the content of the files.
 */
export async function createJobWithFiles(
  domain: Domain,
  input: NewJob,
  files: readonly NewFile[],
): Promise<CreatedJob> {
  if (files.length === 0) return createJob(domain, input)
  authorise(domain.viewer, 'createJob')
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors(domain)
    const checked = checkFiles(errors, files)
    await checkQuota(tx, errors, ['documents'], sizeOf(files))
    // Locks the uploads first: the creation of the job locks the row of the company.
    if (errors.allowWrite)
      await endUploads(
        tx,
        checked.map(({ contentKey }) => contentKey),
      )
    const job = await writeOrMerge(tx, errors, (own) => createJob(own, input))
    const { companyId, userId } = tx.viewer
    const data = await Promise.all(
      checked.map(async ({ image, ...document }) => ({
        ...{ ...document, ...(await imageColumns(tx, image)) },
        ...{ uuid: newUuid(), companyId, userId, jobId: job.id },
      })),
    )
    await tx.prisma.document.createMany({ data })
    return job
  })
}
