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

type Exported = Readonly<Record<string, unknown>>

interface ListOptions {
  /** Fields with several values, which share one column, as JSON. */
  readonly lists?: readonly string[]
  /** Fields that only `present` reads. */
  readonly hidden?: readonly string[]
  /** Changes a record before it is written; undefined leaves it out. */
  readonly present?: (record: Exported) => Exported | undefined
}

/** How to export the list of a field. */
function exportList<Data>(
  document: TypedDocumentNode<Data, Variables>,
  path: ConnectionPath<Data>,
  { lists = [], hidden = [], present = (record) => record }: ListOptions = {},
): ExportList {
  return {
    columns: columnsOf(document, path, lists).filter((column) => !hidden.includes(column)),
    count: async (client, filter, signal) => {
      const variables = { first: 0, filter, count: true }
      for await (const page of client.pages(document, variables, path, signal)) {
        return (page as { totalCount?: number }).totalCount ?? 0
      }
      return 0
    },
    records: async function* (client, filter, signal, { byChange = false } = {}) {
      const page = { first: PAGE_SIZE, filter, count: false }
      const variables = byChange ? { ...page, orderBy: BY_CHANGE as never } : page
      for await (const node of client.nodes(document, variables, path, signal)) {
        const record = present(node as Exported)
        if (record) yield record
      }
    },
  }
}

/** The placeholder is the technician of jobs that have none, and cannot be imported: these jobs are exported without a technician. */
const jobWithoutPlaceholder = (job: Exported): Exported =>
  job['assigned'] ? job : { ...job, technician: null }

const userUnlessPlaceholder = ({ placeholder, ...user }: Exported): Exported | undefined =>
  placeholder ? undefined : user

export const LISTS: Readonly<Record<ListName, ExportList>> = {
  assets: exportList(documents.ExportAssetsDocument, 'assets', { lists: ['customFieldValues'] }),
  assetTypes: exportList(documents.ExportAssetTypesDocument, 'assetTypes', {
    lists: ['customFields'],
  }),
  barcodes: exportList(documents.ExportBarcodesDocument, 'barcodes'),
  checklists: exportList(documents.ExportChecklistsDocument, 'checklists', { lists: ['sections'] }),
  clients: exportList(documents.ExportClientsDocument, 'clients'),
  findings: exportList(documents.ExportFindingsDocument, 'findings'),
  inspections: exportList(documents.ExportInspectionsDocument, 'inspections', {
    lists: ['answers'],
  }),
  jobTypes: exportList(documents.ExportJobTypesDocument, 'jobTypes'),
  jobs: exportList(documents.ExportJobsDocument, 'jobs', { present: jobWithoutPlaceholder }),
  sites: exportList(documents.ExportSitesDocument, 'sites'),
  users: exportList(documents.ExportUsersDocument, 'users', {
    hidden: ['placeholder'],
    present: userUnlessPlaceholder,
  }),
  zoneTypes: exportList(documents.ExportZoneTypesDocument, 'zoneTypes'),
  zones: exportList(documents.ExportZonesDocument, 'zones'),
}
