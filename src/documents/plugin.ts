import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connect.js'
import type { HttpError } from '../http/http-error.js'
import { refuseOtherMethods, supportEveryMethod } from '../http/method-not-allowed.js'
import { formatErrors, respondNotFound } from '../http/mount.js'
import { Images } from '../images/images.js'
import { nameInterface } from '../request/record.js'
import { serveDownloads } from './download.js'
import { serveUploads } from './upload.js'

/**
 * Uploads to `/documents`, and downloads from `/documents/<uuid>`, with the credentials of any interface. A file may also be
 * opened without credentials, with a link.
 */
export const documents =
  (db: Database) =>
  async (app: FastifyInstance): Promise<void> => {
    supportEveryMethod(app)
    nameInterface(app, 'documents')
    formatErrors(app, formatError, ({ status, errors }) =>
      errors.some(({ code }) => code === 'TAKEN') ? 409 : status,
    )
    await app.register(multipart)
    const images = new Images()
    app.addHook('onClose', () => {
      images.stop()
    })
    serveUploads(app)
    serveDownloads(app, db, images)
    refuseOtherMethods(app, '/documents', ['POST'])
    refuseOtherMethods(app, '/documents/:id', ['GET', 'HEAD'])
    respondNotFound(app, ['/documents/*'])
  }

function formatError({ status, message, errors }: HttpError, { id }: { readonly id: string }) {
  if (status === 500) return { message, request_id: id }
  if (status !== 400 || errors.length === 0) return { message }
  return {
    message: errors[0]?.message ?? message,
    errors: errors.map(({ path, code, message: text }) => ({
      field: path.join('.'),
      code,
      message: text,
    })),
  }
}
