/** The folder of the embedded database is in use, damaged or not writable. The message says what the operator can do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}
