import { createHash } from 'node:crypto'
import type { CompanyRows, Rows } from '../rows.js'
import { after, type Context, HOUR_MS, newIdentity } from './context.js'
import { pdf, PNG } from './files.js'

type Owner = CompanyRows['Job' | 'Asset'][number]

/** Files of some jobs and some assets. */
export function generateDocuments(
  context: Context,
  { Job: jobs, Asset: assets }: Rows<'Job' | 'Asset'>,
): CompanyRows['Document'] {
  const { random, counts } = context
  const documents: CompanyRows['Document'] = []
  const add = (owner: Owner, key: 'jobId' | 'assetId', title: string) => {
    const isPhoto = random.chance(0.3)
    const content = isPhoto ? PNG : pdf(title)
    documents.push({
      ...newIdentity(context, documents.length),
      jobId: null,
      assetId: null,
      [key]: owner.id,
      name: isPhoto ? 'photo.png' : `${title.toLowerCase().replaceAll(' ', '-')}.pdf`,
      contentType: isPhoto ? 'image/png' : 'application/pdf',
      size: content.length,
      content,
      sha256: createHash('sha256').update(content).digest(),
      userId: owner.userId,
      createdAt: after(owner.createdAt as Date, HOUR_MS / 2),
    })
  }
  for (let made = 0; made < counts.jobDocuments; made += 1) {
    add(random.pick(jobs), 'jobId', random.pick(['Method statement', 'Risk assessment']))
  }
  for (let made = 0; made < counts.assetDocuments; made += 1) {
    add(random.pick(assets), 'assetId', random.pick(['Certificate', 'User manual']))
  }
  return documents
}
