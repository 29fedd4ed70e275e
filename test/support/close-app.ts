import type { FastifyInstance } from 'fastify'

/** Closes an app, with the connections that its clients keep open: they would delay the close by up to 72 seconds. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const closing = app.close()
  app.server.closeAllConnections()
  await closing
}
