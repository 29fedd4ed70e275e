import { useDocumentStorage } from '../support/document-storage.js'
import { startS3Server } from '../support/s3-server.js'
import { afterFile } from '../support/after-file.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { testStorage } from './storage-tests.js'

const server = await startS3Server()
const { folder, remove } = await makeTemporaryFolder()
afterFile(remove)
useDocumentStorage({ DOCUMENT_STORAGE: 's3', DOCUMENT_FOLDER: folder, ...server.env })

testStorage('s3', async (isFailing) => {
  server.answerWith(isFailing ? 503 : undefined)
})
