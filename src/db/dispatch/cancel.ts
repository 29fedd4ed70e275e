import pg, { type PoolClient } from 'pg'

/** The time for the server to accept a cancel request. */
const CANCEL_MS = 1000

/** The properties of node-postgres that a cancel request needs, and that its types leave out. */
interface Cancellable {
  readonly host: string
  readonly port: number
  readonly ssl: unknown
  readonly sslNegotiation?: string
  readonly processID: number
  readonly secretKey: number
}
interface CancelConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/**
 * Asks the server to cancel the statement that the connection runs, with the protocol's CancelRequest on a connection
 * of its own (PgBouncer forwards it). Resolves to whether the server has accepted it. Only then, and after the
 * statement's end, may the connection be used again: otherwise the request might cancel the next statement.
 */
export function cancelStatement(client: PoolClient): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Cancellable
  const connection = new (pg.Connection as unknown as new (config: object) => CancelConnection)({
    ssl,
    sslNegotiation,
  })
  const cancel = () => {
    connection.cancel(processID, secretKey)
  }
  return new Promise((resolve) => {
    let sent = false
    const timer = setTimeout(() => {
      sent = false
      connection.stream.destroy()
    }, CANCEL_MS)
    connection.on('connect', () => {
      if (!ssl) cancel()
      else if (sslNegotiation !== 'direct') connection.requestSsl()
      sent = true
    })
    connection.on('sslconnect', cancel)
    connection.on('error', () => {
      sent = false
      connection.stream.destroy()
    })
    // The server closes the connection when it has signalled the process.
    connection.on('end', () => {
      clearTimeout(timer)
      resolve(sent)
    })
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}
