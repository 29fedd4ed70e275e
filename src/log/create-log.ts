import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { redact } from './redact.js'

/** Properties of a database error that contain values: parameters of the statement, or parts of rows. */
const VALUES = new Set('detail where hint internalQuery parameters values meta'.split(' '))

/** Creates the JSON log, which contains no secrets and no parameters of SQL statements at any level. */
export const createLog = (level: string, destination: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: {
        err: serializeError,
        error: (error: unknown) => (error instanceof Error ? serializeError(error) : error),
        req: ({ method, url = '' }: { method?: string; url?: string }) => ({
          method,
          path: url.split('?', 1)[0],
        }),
        res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
      },
      // Redacts the serialized line, so that the redaction covers every logged object.
      hooks: { streamWrite: redact },
    },
    destination,
  )

function serializeError(error: Error): object {
  const properties = Object.entries(stdSerializers.err(error)).filter(([name]) => !VALUES.has(name))
  const serialized: Record<string, unknown> = Object.fromEntries(properties)
  // SQLSTATE class 22, data exceptions: the message quotes the value.
  if (/^22/.test(String(serialized['code']))) {
    for (const name of ['message', 'stack']) {
      serialized[name] = String(serialized[name]).replaceAll(/"[^"\n]*"/g, '"…"')
    }
  }
  return serialized
}
