import type { DemoSession } from './demo-session.js'

const SITES = `# Sites, their zones, and what stands in them.
# Run it with the button, or with Ctrl-Enter; the book on the left explains every type.
query Sites {
  sites(first: 3, orderBy: [{ field: NAME, direction: ASC }]) {
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

const SIGN_IN = `# Who are you? Copy the accessToken of the answer into the Headers below.
mutation SignIn {
  login(input: { username: "", password: "" }) {
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
  // Not signed in: run the second tab, and put its accessToken here.
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
