import type { Duplex } from 'node:stream'
import type { ClientBase } from 'pg'

/** The socket of a connection, which the types of node-postgres leave out. */
export const streamOf = (client: ClientBase): Duplex =>
  (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream
