import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Client } from '../../client/client.js'
import type { ConnectionPath } from '../../client/connection.js'
import * as documents from '../../client/generated/graphql.js'
import { columnsOf } from './columns.js'

/** A list of the company that can be exported. */
export interface ExportList {
  readonly columns: readonly string[]
  readonly count: (client: Client, filter: Filter, signal: AbortSignal) => Promise<number>
  /** The records of all pages. */
  readonly records: (
    client: Client,
    filter: Filter,
    signal: AbortSignal,
  ) => AsyncGenerator<unknown, void, undefined>
}

/** The argument `filter` of the list, which the service checks. */
export type Filter = Readonly<Record<string, unknown>> | null

interface Variables {
  readonly first?: number | null
  readonly after?: string | null
  readonly filter?: object | null
  readonly count: boolean
}

const PAGE_SIZE = 100

/** An entry of `LISTS`: the name of the list's field, and how to export it. `lists` are fields with several values. */
function exportList<Data, Path extends ConnectionPath<Data>>(
  document: TypedDocumentNode<Data, Variables>,
  path: Path,
  lists: readonly string[] = [],
): readonly [Path, ExportList] {
  return [
    path,
    {
      columns: columnsOf(document, path, lists),
      count: async (client, filter, signal) => {
        const variables = { first: 0, filter, count: true }
        for await (const page of client.pages(document, variables, path, signal)) {
          return (page as { totalCount?: number }).totalCount ?? 0
        }
        return 0
      },
      records: (client, filter, signal) =>
        client.nodes(document, { first: PAGE_SIZE, filter, count: false }, path, signal),
    },
  ]
}

export const LISTS: ReadonlyMap<string, ExportList> = new Map<string, ExportList>([
  exportList(documents.ExportAssetsDocument, 'assets', ['customFieldValues']),
  exportList(documents.ExportAssetTypesDocument, 'assetTypes', ['customFields']),
  exportList(documents.ExportBarcodesDocument, 'barcodes'),
  exportList(documents.ExportClientsDocument, 'clients'),
  exportList(documents.ExportInspectionsDocument, 'inspections'),
  exportList(documents.ExportJobTypesDocument, 'jobTypes'),
  exportList(documents.ExportJobsDocument, 'jobs'),
  exportList(documents.ExportSitesDocument, 'sites'),
  exportList(documents.ExportUsersDocument, 'users'),
  exportList(documents.ExportZoneTypesDocument, 'zoneTypes'),
  exportList(documents.ExportZonesDocument, 'zones'),
])
