import { PersistedQueryLink } from '@apollo/client/link/persisted-queries'
import { idOf } from './document-id.js'

/** Sends ids instead of documents. */
export const sendIdsWithApollo = () =>
  new PersistedQueryLink({ generateHash: idOf, retry: () => false })
