import { pipeline } from 'node:stream/promises'
import type { Client } from '../../client/client.js'
import { graphql } from '../../client/generated/index.js'
import { connect, type ConnectOptions } from '../command/connect.js'
import { Progress } from '../command/progress.js'
import { ScriptError } from '../command/script-error.js'
import { writeOutput } from '../export/output.js'
import { writeSheets } from '../export/write-xlsx.js'
import { sheetsOf } from './sheets.js'

const CHECKLISTS = graphql(`
  query FormChecklists($after: String, $filter: ChecklistFilter) {
    checklists(first: 100, after: $after, filter: $filter) {
      nodes {
        id
        name
        version
        sections {
          ...ExportSection
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

interface ExportFormOptions extends ConnectOptions {
  readonly output?: string | undefined
}

/** Writes a checklist as a form. `key` is its name, ignoring case, or its id. */
export async function exportForm(
  key: string,
  { output, ...options }: ExportFormOptions,
): Promise<void> {
  const { client } = await connect(options, new Progress('Form'))
  const sheets = sheetsOf(await requireChecklist(client, key))
  await writeOutput(output, async (target, { end }) => {
    await pipeline(await writeSheets(sheets), target, { end })
  })
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function requireChecklist(client: Client, key: string) {
  const isNamed = (name: string) => name.toLowerCase() === key.trim().toLowerCase()
  const filter = UUID.test(key) ? { ids: [key] } : { search: key }
  const found = []
  for await (const checklist of client.nodes(CHECKLISTS, { filter }, 'checklists')) {
    if (UUID.test(key) || isNamed(checklist.name)) found.push(checklist)
  }
  const [checklist, other] = found
  if (!checklist) throw new ScriptError(`There is no checklist "${key}".`)
  if (other) throw new ScriptError(`${found.length} checklists have the name "${key}". Use the id.`)
  return checklist
}
