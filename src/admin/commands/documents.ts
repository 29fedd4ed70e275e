import { Option } from '@commander-js/extra-typings'
import {
  checkDocuments,
  countDocuments,
  knowsObjects,
  unknownObjects,
} from '../../domain/document/check-documents.js'
import { type DocumentProblem, moveDocuments } from '../../domain/document/move-documents.js'
import type { Operator } from '../../domain/operator.js'
import { PLACES } from '../../storage/stores.js'
import { CommandError } from '../command-error.js'
import { withOperator } from '../operator-database.js'
import { print } from '../print.js'
import type { Root } from '../root.js'

export function addDocumentsCommands(root: Root): void {
  const documents = root
    .command('documents')
    .description('Where the bytes of documents are: in the database, in a folder, or in S3.')

  documents
    .command('status')
    .description('Counts the documents in each store, and what waits for its deletion there.')
    .action(async () => {
      const figures = await withOperator(countDocuments)
      print(
        figures.map(({ place, ...rest }) => ({ store: place, ...rest })),
        root,
      )
    })

  documents
    .command('move')
    .description(
      'Moves the bytes of all documents to a store, while the service runs. It can be interrupted and begun again.',
    )
    .addOption(new Option('--to <store>', 'where to').choices(PLACES).makeOptionMandatory())
    .action(async ({ to }) => {
      const result = await withOperator((operator) => moveDocuments(operator, to, printProblem))
      print(result, root)
      if (result.failed > 0) process.exitCode = 1
    })

  documents
    .command('check')
    .description(
      'Finds documents whose bytes are missing, and objects that no document has. Exits with 1 if there are any.',
    )
    .option('--read', 'read all bytes, and compare their SHA-256')
    .option('--delete-unknown', 'delete the objects of the service that no document has')
    .action(async ({ read = false, deleteUnknown = false }) => {
      const result = await withOperator((operator) => check(operator, read, deleteUnknown))
      print(result, root)
      if (result.problems > 0 || result.unknownObjects > result.deletedObjects) process.exitCode = 1
    })
}

async function check(operator: Operator, read: boolean, deleteUnknown: boolean) {
  let problems = 0
  const documents = await checkDocuments(operator, read, (problem) => {
    problems += 1
    printProblem(problem)
  })
  const mayDelete = deleteUnknown && (await knowsObjects(operator))
  let found = 0
  let deletedObjects = 0
  for await (const { store, name, isOfService } of unknownObjects(operator)) {
    found += 1
    console.error(`store ${store}: no document has the object ${name}`)
    if (!deleteUnknown || !isOfService) continue
    if (!mayDelete)
      throw new CommandError(
        `The database has no object of any store, so nothing was deleted: is it that of the store ${store}?`,
      )
    await operator.db.stores.require(store).delete(name)
    deletedObjects += 1
  }
  return { documents, problems, unknownObjects: found, deletedObjects }
}

function printProblem({ companyId, document, place, problem }: DocumentProblem): void {
  console.error(`company ${companyId}, document ${document}, store ${place}: ${problem}`)
}
