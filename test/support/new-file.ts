import { officeFiles } from '../../src/domain/document/content-type.js'
import { receiveContent } from '../../src/domain/document/receive-content.js'
import type { Domain } from '../../src/domain/domain.js'
import type { NewFile } from '../../src/domain/job/new-files.js'

/** Receives a file, as a request does that creates a job. */
export const receiveFile = async (
  domain: Domain,
  name: string,
  content: Buffer,
): Promise<NewFile> => ({
  name,
  ...(await receiveContent(domain, name, officeFiles, partsOf(content))),
})

async function* partsOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
