import { policy } from '../domain/access/policy.js'
import { openApi } from '../http/openapi.js'
import { errorSchema } from './errors.js'
import { operations } from './operations.js'

const DESCRIPTION = `The snake_case set of operations. A token is obtained at \`/oauth/token\` and sent as
\`Authorization: Bearer <token>\`. Times are UTC, but for the local start and end of a job. What was removed is not
listed; what belongs to another company is not there at all.`

export const TITLE = 'Field Inspection Service, Set A'

const access = { anyone: 'nothing', member: 'session', admin: 'role' } as const

/** The OpenAPI document of the set. */
export const createDocument = () =>
  openApi(operations, {
    title: TITLE,
    description: DESCRIPTION,
    version: '1.0.0',
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    needs: (operation) => access[policy[operation]],
    errorBody: errorSchema,
  })
