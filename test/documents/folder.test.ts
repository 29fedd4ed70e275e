import { rename } from 'node:fs/promises'
import { useDocumentStorage } from '../support/document-storage.js'
import { startS3Server } from '../support/s3-server.js'
import { afterFile } from '../support/after-file.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { testStorage } from './storage-tests.js'

const server = await startS3Server()
const { folder, remove } = await makeTemporaryFolder()
afterFile(remove)
useDocumentStorage({ DOCUMENT_STORAGE: 'folder', DOCUMENT_FOLDER: folder, ...server.env })

testStorage('folder', async (isFailing) => {
  const away = `${folder}-away`
  await (isFailing ? rename(folder, away) : rename(away, folder))
})
