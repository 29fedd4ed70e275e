import { persistedExchange } from '@urql/exchange-persisted'
import { idOf } from './document-id.js'

/** Sends ids instead of documents. */
export const sendIdsWithUrql = () =>
  persistedExchange({
    generateHash: async (_text, document) => idOf(document),
    enforcePersistedQueries: true,
    enableForMutation: true,
    enableForSubscriptions: true,
    preferGetForPersistedQueries: false,
  })
