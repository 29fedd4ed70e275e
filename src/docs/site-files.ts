import { builtFolder } from '../built-folder.js'
import { readStaticFiles, type StaticText } from '../http/static-text.js'

export interface SiteFile {
  readonly text: StaticText
  readonly isPage: boolean
}

const SIGN_OUT =
  '<form class="sign-out" method="post" action="/docs/sign-out"><button>Sign out</button></form>'

/** The pages as the build writes them have no button to sign out, because most services need no session for them. */
const addSignOut = (html: string) => html.replace('</header>', `${SIGN_OUT}\n</header>`)

/** The files of the site by the part of their address after `/docs/`: a page without its extension, others with it. */
export const readSiteFiles = (isSignedIn: boolean): ReadonlyMap<string, SiteFile> =>
  new Map(
    [...readStaticFiles(builtFolder('docs'), isSignedIn ? addSignOut : undefined)].map(
      ([path, text]) => {
        const isPage = path.endsWith('.html')
        return [
          isPage ? path.replace(/(^|\/)index\.html$|\.html$/, '') : path,
          { text, isPage },
        ] as const
      },
    ),
  )
