import { policy } from '../domain/access/policy.js'
import { openApi } from '../http/openapi.js'
import answers from './answers.json' with { type: 'json' }
import { ErrorBody, formatError } from './errors.js'
import { operations } from './operations.js'

const DESCRIPTION = `The camelCase set of operations. Every request carries an API key of a company in \`x-api-key\`;
every request except the login carries the token of a user of the same company, which the login returns, in
\`x-api-token\` or as \`Authorization: Bearer\`. Times are epoch seconds. Fields without a value are null. Lists leave
out removed records, and no operation finds records of another company. The examples are requests to a service with the
demo data.`

export const TITLE = 'Field Inspection Service, Set B'

/** The operations that the other set has too, with their addresses in its documentation. */
const OTHER_SET = {
  'Log in': '[Obtain token of Set A](/api/docs#/Tokens/ObtainToken)',
  'Create job': '[Create job of Set A](/api/docs#/Jobs/CreateJob)',
  'List job types': '[List job types of Set A](/api/docs#/Job%20types/ListJobTypes)',
  'Create asset': '[Onboard asset of Set A](/api/docs#/Assets/OnboardAsset)',
  'List assets': '[List assets of Set A](/api/docs#/Assets/ListAssets)',
  'List asset types': '[List asset types of Set A](/api/docs#/Asset%20types/ListAssetTypes)',
  'List zone types': '[List asset groups of Set A](/api/docs#/Asset%20groups/ListAssetGroups)',
  'List sites': '[List sites of Set A](/api/docs#/Sites/ListSites)',
  'List zones': '[List zones of a site of Set A](/api/docs#/Zones/ListZonesOfASite)',
  'List users': '[List users of Set A](/api/docs#/Users/ListUsers)',
}

/** The OpenAPI document of Set B. */
export const createDocument = () =>
  openApi(operations, {
    title: TITLE,
    description: DESCRIPTION,
    version: '1.0.0',
    tags: {
      Login: 'Exchanges a username and a password for a token.',
      'Job types': 'Kinds of jobs.',
      Jobs: 'Work that a technician does at a site.',
      Users: 'The company’s admins and technicians.',
      Assets: 'The equipment that is inspected. Each asset has a barcode and stands in a zone.',
      'Asset types': 'Kinds of assets, with their custom fields.',
      Sites: 'Premises of clients.',
      'Zone types': 'Kinds of zones.',
      Zones: 'Parts of sites.',
      Clients: 'The customers of the company, to which the sites belong.',
    },
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      apiToken: { type: 'apiKey', in: 'header', name: 'x-api-token' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    security: (operation) =>
      policy[operation].access === 'anyone'
        ? [['apiKey']]
        : [
            ['apiKey', 'apiToken'],
            ['apiKey', 'bearer'],
          ],
    answers,
    playgroundExamples: 'set-b',
    otherSet: OTHER_SET,
    requiresRole: (operation) => policy[operation].access === 'admin',
    hasUser: (operation) => policy[operation].access !== 'anyone',
    errorSchema: () => ErrorBody,
    formatError,
  })
