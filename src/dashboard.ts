import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { builtFolder } from './built-folder.js'
import { refuseOtherMethods } from './http/method-not-allowed.js'
import { IS_COMPRESSED, readStaticFiles } from './http/static-text.js'

/** `npm run build` writes it. */
const FOLDERS = { dashboard: builtFolder('dashboard'), inspector: builtFolder('inspector') }

/** The page has no inline script and no inline style, and sends its requests to this service only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const YEAR_SECONDS = 31_536_000

export const hasDashboard = () => existsSync(new URL('index.html', FOLDERS.dashboard))

/**
 * Serves the dashboard at `/dashboard`, and the example for phones at `/inspector`. Their pages differ in the fragment of their address,
 * which a browser does not send.
 */
export function serveDashboard(app: FastifyInstance): void {
  serve(app, '/dashboard', FOLDERS.dashboard)
  serve(app, '/inspector', FOLDERS.inspector)
}

function serve(app: FastifyInstance, address: string, folder: URL): void {
  for (const [path, text] of readStaticFiles(folder)) {
    const isPage = path === 'index.html'
    const isWorker = path === 'service-worker.js'
    for (const url of isPage ? [address, `${address}/`] : [`${address}/${path}`]) {
      app.get(url, IS_COMPRESSED, (request, reply) => {
        // The name of each other file contains the hash of its content.
        const canChange = isPage || isWorker
        reply.header('cache-control', canChange ? 'no-cache' : `max-age=${YEAR_SECONDS}, immutable`)
        // Without it, the worker could keep only addresses below that of the page.
        if (isWorker) reply.header('service-worker-allowed', address)
        reply.header('content-security-policy', POLICY)
        return text.send(request, reply)
      })
      refuseOtherMethods(app, url, ['GET', 'HEAD'])
    }
  }
}
