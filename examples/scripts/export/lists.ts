import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { Client } from '../../client/client.js'
import type { ConnectionPath } from '../../client/connection.js'
import * as documents from '../../client/generated/graphql.js'
import { columnsOf } from './columns.js'
import type { ListName } from './list-names.js'

/** A list of the company that can be exported. */
export interface ExportList {
  readonly columns: readonly string[]
  readonly count: (client: Client, filter: Filter, signal: AbortSignal) => Promise<number>
  /** The records of all pages, in the order of creation or of the last change. */
  readonly records: (
    client: Client,
    filter: Filter,
    signal: AbortSignal,
    order?: { readonly byChange?: boolean },
  ) => AsyncGenerator<unknown, void, undefined>
}

/** The argument `filter` of the list, which the service checks. */
export type Filter = Readonly<Record<string, unknown>> | null

/** The argument `orderBy` of a list. Each list has this order. */
const BY_CHANGE = [{ field: 'UPDATED_AT' }]

interface Variables {
  readonly first?: number | null
  readonly after?: string | null
  readonly filter?: object | null
  /** Each list has a type of its own for it. */
  readonly orderBy?: never
  readonly count: boolean
}

const PAGE_SIZE = 100

/** How to export the list of a field. `lists` are fields with several values. */
function exportList<Data>(
  document: TypedDocumentNode<Data, Variables>,
  path: ConnectionPath<Data>,
  lists: readonly string[] = [],
): ExportList {
  return {
    columns: columnsOf(document, path, lists),
    count: async (client, filter, signal) => {
      const variables = { first: 0, filter, count: true }
      for await (const page of client.pages(document, variables, path, signal)) {
        return (page as { totalCount?: number }).totalCount ?? 0
      }
      return 0
    },
    records: (client, filter, signal, { byChange = false } = {}) => {
      const page = { first: PAGE_SIZE, filter, count: false }
      const variables = byChange ? { ...page, orderBy: BY_CHANGE as never } : page
      return client.nodes(document, variables, path, signal)
    },
  }
}

export const LISTS: Readonly<Record<ListName, ExportList>> = {
  assets: exportList(documents.ExportAssetsDocument, 'assets', ['customFieldValues']),
  assetTypes: exportList(documents.ExportAssetTypesDocument, 'assetTypes', ['customFields']),
  barcodes: exportList(documents.ExportBarcodesDocument, 'barcodes'),
  checklists: exportList(documents.ExportChecklistsDocument, 'checklists', ['sections']),
  clients: exportList(documents.ExportClientsDocument, 'clients'),
  findings: exportList(documents.ExportFindingsDocument, 'findings'),
  inspections: exportList(documents.ExportInspectionsDocument, 'inspections', ['answers']),
  jobTypes: exportList(documents.ExportJobTypesDocument, 'jobTypes'),
  jobs: exportList(documents.ExportJobsDocument, 'jobs'),
  sites: exportList(documents.ExportSitesDocument, 'sites'),
  users: exportList(documents.ExportUsersDocument, 'users'),
  zoneTypes: exportList(documents.ExportZoneTypesDocument, 'zoneTypes'),
  zones: exportList(documents.ExportZonesDocument, 'zones'),
}
