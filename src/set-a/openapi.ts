import { policy } from '../domain/access/policy.js'
import { openApi } from '../http/openapi.js'
import { errorSchema } from './errors.js'
import { operations } from './operations.js'
import { TOKEN_PATH } from './token/token-errors.js'

const DESCRIPTION = `The snake_case set of operations. \`${TOKEN_PATH}\` returns a token, which every other
request carries as \`Authorization: Bearer <token>\`. Times are UTC, except the start and end of a job, which are local
times of its site. Lists leave out removed records, and no operation finds records of another company. The examples are
requests to a service with the demo data.`

export const TITLE = 'Field Inspection Service, Set A'

/** The OpenAPI document of Set A. */
export const createDocument = () =>
  openApi(operations, {
    title: TITLE,
    description: DESCRIPTION,
    version: '1.0.0',
    tags: {
      Tokens: 'Sign-in with OAuth 2.0.',
      Jobs: 'Work that a technician does at a site.',
      'Job types': 'Kinds of jobs.',
      Assets: 'The equipment that is inspected. Each asset has a barcode and stands in a zone.',
      'Asset types': 'Kinds of assets, with their custom fields.',
      'Asset groups': 'Types of zones: each has the asset types that belong in such zones.',
      Sites: 'Premises of clients.',
      Zones: 'Parts of sites.',
      Users: "The company's admins and technicians.",
    },
    securitySchemes: {
      oauth2: {
        type: 'oauth2',
        description: 'Obtains a token with the credentials of an OAuth client and of a user.',
        flows: { password: { tokenUrl: TOKEN_PATH, refreshUrl: TOKEN_PATH, scopes: {} } },
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'A token that you already have.' },
    },
    security: (operation) => (policy[operation] === 'anyone' ? [] : [['oauth2'], ['bearer']]),
    requiresRole: (operation) => policy[operation] === 'admin',
    hasUser: (operation) => policy[operation] !== 'anyone',
    errorSchema,
  })
