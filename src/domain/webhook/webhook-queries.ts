import type { TransactionDatabase } from '../../db/connect.js'
import type { Viewer } from '../access/viewer.js'
import type { FeedModel } from '../change-feed/live-records.js'

/** The port through which webhooks use GraphQL: the domain does not depend on an interface. */
export interface WebhookQueries {
  /** Whether records of the type have a field, or an input of their mutations has it. */
  readonly isField: (model: FeedModel, field: string) => boolean
  /** Why the query cannot be used by the viewer; undefined if it can. */
  readonly check: (text: string, viewer: Viewer) => string | undefined
  /** The JSON text of the query's `data` for a record. Undefined if the viewer may not read it, or if the query is not valid any more. */
  readonly read: (
    db: TransactionDatabase,
    text: string,
    viewer: Viewer,
    recordId: string,
  ) => Promise<string | undefined>
}

/** What the operator has configured. */
export interface WebhookSettings {
  /** Whether webhooks may use `http:` and addresses of private networks. */
  readonly allowPrivateAddresses: boolean
  /** The ports that a URL may have; undefined: all. */
  readonly ports: readonly number[] | undefined
  /** The key that encrypts the secrets; undefined: they are stored as they are. */
  readonly encryptionKey: string | undefined
}

export interface WebhookServices {
  readonly queries: WebhookQueries
  readonly settings: WebhookSettings
}
