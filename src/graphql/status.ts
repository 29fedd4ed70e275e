import type { ApolloServerPlugin } from '@apollo/server'
import type { Context } from './context.js'

/** The HTTP status of an answer that holds an error of such a code. */
const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
}

/** Gives an answer the HTTP status and headers of what went wrong, where a proxy or client should know. */
export const answerStatus: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse: ({ response }) => {
        const errors =
          response.body.kind === 'single' ? response.body.singleResult.errors : undefined
        const extensions = errors?.map((error) => error.extensions ?? {}) ?? []
        const telling = extensions.find(({ code }) => typeof code === 'string' && code in statuses)
        if (telling) {
          response.http.status = statuses[telling['code'] as string] ?? 200
          if (response.http.status === 401) response.http.headers.set('www-authenticate', 'Bearer')
          const { retryAfter } = telling
          if (typeof retryAfter === 'number') {
            response.http.headers.set('retry-after', String(retryAfter))
          }
        }
        return Promise.resolve()
      },
    }),
}
