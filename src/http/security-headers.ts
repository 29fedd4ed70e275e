import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

const writeHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
})

/** Helmet's headers for responses that are not pages. They are constant, so Helmet runs once. */
export const securityHeaders: Readonly<Record<string, string>> = helmetHeaders()

function helmetHeaders() {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  writeHeaders({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error as Error
  })
  return headers
}
