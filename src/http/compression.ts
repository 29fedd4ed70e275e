import compress from '@fastify/compress'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { hasBody } from './content-negotiation.js'

/** Smaller responses, in bytes, are not compressed. */
const THRESHOLD = 1024

/**
 * Responses up to this size, in bytes, are compressed synchronously, in at most 0.3 ms. Compressing these in the thread
 * pool, as a stream, takes more processor time and has a higher latency.
 */
const MAX_SYNCHRONOUS = 65_536

/** Refuses a compressed request body: a small one could expand to a thousand times its size. */
export const refuseCompressedBody: preParsingHookHandler = ({ headers }, _reply, payload, done) => {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding.toLowerCase() === 'identity' || !hasBody(headers)) {
    done(null, payload)
    return
  }
  const message =
    'The body is compressed, by the header Content-Encoding: send it without compression.'
  done(Object.assign(new Error(message), { statusCode: 415 }))
}

/**
 * Compresses the responses of routes registered later, with Brotli (level 4) or gzip, unless they have
 * `Cache-Control: no-transform`.
 */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // With this header, the library does not compress the response.
    const cacheControl = reply.getHeader('cache-control')
    if (String(cacheControl).includes('no-transform')) {
      request.headers['x-no-compression'] = '1'
      // nginx ignores `no-transform`, but does not compress a response that already has an encoding.
      reply.header('content-encoding', 'identity')
    }
    done()
  })
  await app.register(compress, {
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    syncThreshold: MAX_SYNCHRONOUS,
    globalDecompression: false,
  })
}
