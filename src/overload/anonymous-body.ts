import { Transform } from 'node:stream'
import { errorCodes, type preParsingHookHandler } from 'fastify'

/** The maximum size of a request body without credentials, in bytes: enough to sign in. */
const MAX_BYTES = 16_384

/** Refuses a larger body of a request without a well-formed access token or API key before it is parsed. */
export const limitAnonymousBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const { headers, access } = request
  if (access.credentials.hasWellFormedToken || access.credentials.hasWellFormedKey) {
    done(null, payload)
  } else if (headers['content-length'] !== undefined) {
    const isTooLarge = Number(headers['content-length']) > MAX_BYTES
    done(isTooLarge ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null, payload)
  } else if (headers['transfer-encoding'] === undefined) {
    done(null, payload)
  } else {
    done(null, payload.pipe(countBytes()))
  }
}

function countBytes(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      else done(null, chunk)
    },
  })
}
