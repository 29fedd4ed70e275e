import { afterFile } from './after-file.js'

let variables: Readonly<Record<string, string>> = {}
afterFile(() => (variables = {}))

/** The variables of DOCUMENT_STORAGE for the database of this test file. Call it before `testDatabase`. */
export const storageVariables = (): Readonly<Record<string, string>> => variables

export const useDocumentStorage = (env: Readonly<Record<string, string>>): void => {
  variables = env
}
