import { readFile } from 'node:fs/promises'

export const SETS = ['set-a', 'set-b'] as const
export type Set = (typeof SETS)[number]

/** The file with the responses of `docs/<set>.md`, from which the OpenAPI document has its examples. */
export const answersFile = (set: Set) => `src/${set}/answers.json`

/** A section of an operation: its number in the specification, its summary, and the body of the response. */
const SECTION = /^### B?\d+\. (.+)\n[^]*?^```http\n[^]*?\n\n([^]*?)^```$/gm

/** The responses of a set by the summaries of the operations. Of each list, only the first element. */
export async function readAnswers(set: Set): Promise<Record<string, unknown>> {
  const text = await readFile(`docs/${set}.md`, 'utf8')
  return Object.fromEntries(
    [...text.matchAll(SECTION)].map(([, summary = '', body = '']) => [
      summary,
      shortened(JSON.parse(body)),
    ]),
  )
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
}
