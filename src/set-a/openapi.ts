import { policy } from '../domain/access/policy.js'
import { openApi } from '../http/openapi.js'
import { errorSchema } from './errors.js'
import { operations } from './operations.js'

const DESCRIPTION = `The snake_case set of operations. \`/oauth/token\` returns a token, which every other
request carries as \`Authorization: Bearer <token>\`. Times are UTC, except the start and end of a job, which are local
times of its site. Lists leave out removed records, and no operation finds records of another company.`

export const TITLE = 'Field Inspection Service, Set A'

/** The OpenAPI document of Set A. */
export const createDocument = () =>
  openApi(operations, {
    title: TITLE,
    description: DESCRIPTION,
    version: '1.0.0',
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    security: (operation) => (policy[operation] === 'anyone' ? [] : [['token']]),
    requiresRole: (operation) => policy[operation] === 'admin',
    hasUser: (operation) => policy[operation] !== 'anyone',
    errorSchema,
  })
