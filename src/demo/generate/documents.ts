import { COMPANY_ID, type CompanyRows } from '../rows.js'
import { after, type Context, HOUR_MS } from './context.js'
import { pdf, PNG } from './files.js'

type Owner = { id: number; userId: number; createdAt?: Date | string | undefined }

/** Files on some jobs and some assets. */
export function generateDocuments(
  context: Context,
  rows: Pick<CompanyRows, 'Job' | 'Asset'>,
): CompanyRows['Document'] {
  const { random, counts } = context
  const documents: CompanyRows['Document'] = []
  const add = (
    owner: Owner,
    of: { jobId: number | null; assetId: number | null },
    title: string,
  ) => {
    const isPhoto = random.chance(0.3)
    const content = isPhoto ? PNG : pdf(title)
    const createdAt = after(owner.createdAt as Date, HOUR_MS / 2)
    documents.push({
      id: documents.length + 1,
      uuid: random.uuid(),
      companyId: COMPANY_ID,
      ...of,
      name: isPhoto ? 'photo.png' : `${title.toLowerCase().replaceAll(' ', '-')}.pdf`,
      contentType: isPhoto ? 'image/png' : 'application/pdf',
      size: content.length,
      content,
      userId: owner.userId,
      createdAt,
    })
  }
  for (let made = 0; made < counts.jobDocuments; made += 1) {
    const job = random.pick(rows.Job)
    add(job, { jobId: job.id, assetId: null }, random.pick(['Method statement', 'Risk assessment']))
  }
  for (let made = 0; made < counts.assetDocuments; made += 1) {
    const asset = random.pick(rows.Asset)
    add(asset, { jobId: null, assetId: asset.id }, random.pick(['Certificate', 'User manual']))
  }
  return documents
}
