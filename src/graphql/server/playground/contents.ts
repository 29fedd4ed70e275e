import type { DemoSession } from './demo-session.js'

const SITES = `# Sites, their zones, and what stands there.
# Run it: the button, or Ctrl-Enter.
# What else there is: the book on the left.
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
              risk {
                level
              }
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

const SIGN_IN = `# Copy the accessToken of the answer
# into the Headers of the other tabs.
mutation SignIn {
  login(
    input: {
      username: ""
      password: ""
    }
  ) {
    accessToken
    expiresIn
    userErrors {
      field
      message
    }
  }
}
`

const SIGNED_OUT = `{
  // Not signed in. Get a token with the tab SignIn, and send it:
  // "Authorization": "Bearer <accessToken>"
}`

const signedIn = ({ username, accessToken }: DemoSession) => `{
  // Signed in to the demo as ${username}.
  "Authorization": "Bearer ${accessToken}"
}`

/** What the page opens with: a query that works, the way to sign in, and the headers to send. */
export const contentsFor = (demo: DemoSession | undefined) => ({
  defaultTabs: [{ query: SITES }, { query: SIGN_IN }],
  defaultHeaders: demo ? signedIn(demo) : SIGNED_OUT,
})
