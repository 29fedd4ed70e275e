import pLimit from 'p-limit'
import type { Place } from '../../storage/stores.js'
import { violatedUniqueConstraint } from '../record/unique-constraint.js'
import type { Operator } from '../operator.js'
import { moveContent } from './move-content.js'
import { convertOldContents, domainsOfCompanies, storedContents } from './stored-contents.js'

/** The number of documents that are moved at the same time. */
const MOVES = 4

/** A document whose content is not what it should be, or could not be moved. */
export interface DocumentProblem {
  readonly companyId: number
  /** The UUID of the document. */
  readonly document: string
  readonly place: Place
  readonly problem: string
}

/**
 * Moves the contents of all documents of all companies to a place, while the service runs. It can be interrupted at any time, and begun
 * again. Calls `onProblem` for each document that could not be moved, and stays where it was.
 */
export async function moveDocuments(
  operator: Operator,
  to: Place,
  onProblem: (problem: DocumentProblem) => void,
): Promise<{ readonly moved: number; readonly bytes: number; readonly failed: number }> {
  if (to !== 'database') operator.db.stores.require(to)
  const total = { moved: 0, bytes: 0, failed: 0 }
  const limit = pLimit(MOVES)
  for await (const domain of domainsOfCompanies(operator)) {
    if (to !== 'database') await convertOldContents(domain)
    let moves: Promise<void>[] = []
    for await (const content of storedContents(domain)) {
      if (content.place === to) continue
      moves.push(
        limit(async () => {
          try {
            if (!(await moveContent(domain, content, to))) return
            total.moved += 1
            total.bytes += content.size
          } catch (error) {
            // Another command has moved it.
            if (violatedUniqueConstraint(error)) return
            total.failed += 1
            const { companyId } = domain.viewer
            const { uuid: document, place } = content
            onProblem({ companyId, document, place, problem: (error as Error).message })
          }
        }),
      )
      if (moves.length < MOVES * 10) continue
      await Promise.all(moves)
      moves = []
    }
    await Promise.all(moves)
  }
  return total
}
