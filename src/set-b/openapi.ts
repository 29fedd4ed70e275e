import { policy } from '../domain/access/policy.js'
import { openApi } from '../http/openapi.js'
import { ErrorBody } from './errors.js'
import { operations } from './operations.js'

const DESCRIPTION = `The camelCase set of operations. Every request carries an API key of a company in \`x-api-key\`;
every request except the login carries the token of a user of the same company, which the login returns, in
\`x-api-token\` or as \`Authorization: Bearer\`. Times are epoch seconds. Fields without a value are null. Lists leave
out removed records, and no operation finds records of another company.`

export const TITLE = 'Field Inspection Service, Set B'

/** The OpenAPI document of Set B. */
export const createDocument = () =>
  openApi(operations, {
    title: TITLE,
    description: DESCRIPTION,
    version: '1.0.0',
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      apiToken: { type: 'apiKey', in: 'header', name: 'x-api-token' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    security: (operation) =>
      policy[operation] === 'anyone'
        ? [['apiKey']]
        : [
            ['apiKey', 'apiToken'],
            ['apiKey', 'bearer'],
          ],
    requiresRole: (operation) => policy[operation] === 'admin',
    hasUser: (operation) => policy[operation] !== 'anyone',
    errorSchema: () => ErrorBody,
  })
