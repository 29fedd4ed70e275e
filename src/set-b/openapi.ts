import { type Operation as Policy, policy } from '../domain/access/policy.js'
import { openApi } from '../http/openapi.js'
import type { OperationTable } from '../http/operation.js'
import { ErrorAnswer } from './errors.js'
import { logIn, operations } from './operations.js'

const DESCRIPTION = `The camelCase set of operations. Every request carries an API key of a company in \`x-api-key\`;
every request but the login carries, in \`x-api-token\` or as \`Authorization: Bearer\`, the token that the login
answered to a user of the same company. Times are epoch seconds. What is unset is null. What was removed is not listed;
what belongs to another company is not there at all.`

export const TITLE = 'Field Inspection Service, Set B'

const needs = { anyone: 'session', member: 'session', admin: 'role' } as const

const all: OperationTable<Policy, never> = [...logIn, ...operations]

/** The OpenAPI document of the set. */
export const createDocument = () =>
  openApi(all, {
    title: TITLE,
    description: DESCRIPTION,
    version: '1.0.0',
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      apiToken: { type: 'apiKey', in: 'header', name: 'x-api-token' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    needs: (operation) => needs[policy[operation]],
    security: (operation) =>
      policy[operation] === 'anyone'
        ? [['apiKey']]
        : [
            ['apiKey', 'apiToken'],
            ['apiKey', 'bearer'],
          ],
    errorBody: () => ErrorAnswer,
  })
