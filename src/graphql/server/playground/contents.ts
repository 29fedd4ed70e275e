import type { DemoSession } from './demo-session.js'

const SITES = `# Sites, their zones, and the assets in each zone.
# To run the query, press Ctrl-Enter or the button.
# The documentation is behind the book icon on the left.
query Sites {
  sites(first: 3) {
    totalCount
    nodes {
      name
      address {
        city
      }
      zones(first: 2) {
        nodes {
          name
          assets(first: 3) {
            nodes {
              code
              type {
                name
              }
              riskLevel
              barcode {
                data
              }
            }
          }
        }
      }
    }
  }
}
`

const SIGN_IN = `# Copy the accessToken from the response
# to the Headers of the other tabs.
mutation SignIn {
  login(
    input: {
      username: ""
      password: ""
    }
  ) {
    accessToken
    expiresIn
  }
}
`

const SIGNED_OUT = `{
  // Not signed in. Get a token with the SignIn tab, then uncomment:
  // "Authorization": "Bearer <accessToken>"
}`

const signedIn = ({ username, accessToken }: DemoSession) => `{
  // Signed in to the demo as ${username}.
  "Authorization": "Bearer ${accessToken}"
}`

/** The initial tabs and headers of the page: an example query and the sign-in mutation. */
export const contentsFor = (demo: DemoSession | undefined) => ({
  defaultTabs: [{ query: SITES }, { query: SIGN_IN }],
  defaultHeaders: demo ? signedIn(demo) : SIGNED_OUT,
})
