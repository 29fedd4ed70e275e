import { policy } from '../domain/access/policy.js'
import { openApi } from '../http/openapi.js'
import answers from './answers.json' with { type: 'json' }
import { errorSchema, formatError } from './errors.js'
import { operations } from './operations.js'
import { TOKEN_PATH } from './token/token-errors.js'

const DESCRIPTION = `The snake_case set of operations. \`${TOKEN_PATH}\` returns a token, which every other
request carries as \`Authorization: Bearer <token>\`. Times are UTC, except the start and end of a job, which are local
times of its site. Lists leave out removed records, and no operation finds records of another company. The examples are
requests to a service with the demo data.`

export const TITLE = 'Field Inspection Service, Set A'

/** The operations that the other set has too, with their addresses in its documentation. */
const OTHER_SET = {
  'Obtain token': '[Log in of Set B](/v1/docs#/Login/logIn)',
  'Create job': '[Create job of Set B](/v1/docs#/Jobs/createJob)',
  'List job types': '[List job types of Set B](/v1/docs#/Job%20types/listJobTypes)',
  'Onboard asset': '[Create asset of Set B](/v1/docs#/Assets/createAsset)',
  'List assets': '[List assets of Set B](/v1/docs#/Assets/listAssets)',
  'List asset types': '[List asset types of Set B](/v1/docs#/Asset%20types/listAssetTypes)',
  'List asset groups': '[List zone types of Set B](/v1/docs#/Zone%20types/listZoneTypes)',
  'List sites': '[List sites of Set B](/v1/docs#/Sites/listSites)',
  'List zones of a site': '[List zones of Set B](/v1/docs#/Zones/listZones)',
  'List users': '[List users of Set B](/v1/docs#/Users/listUsers)',
}

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
    security: (operation) =>
      policy[operation].access === 'anyone' ? [] : [['oauth2'], ['bearer']],
    answers,
    playgroundExamples: 'set-a',
    otherSet: OTHER_SET,
    requiresRole: (operation) => policy[operation].access === 'admin',
    hasUser: (operation) => policy[operation].access !== 'anyone',
    errorSchema,
    formatError,
  })
