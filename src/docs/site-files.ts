import { builtFolder } from '../built-folder.js'
import { readStaticFiles, type StaticText } from '../http/static-text.js'

export interface SiteFile {
  readonly text: StaticText
  readonly isPage: boolean
}

/** The files of the site by the part of their address after `/docs/`: a page without its extension, others with it. */
export const readSiteFiles = (): ReadonlyMap<string, SiteFile> =>
  new Map(
    [...readStaticFiles(builtFolder('docs'))].map(([path, text]) => {
      const isPage = path.endsWith('.html')
      return [
        isPage ? path.replace(/(^|\/)index\.html$|\.html$/, '') : path,
        { text, isPage },
      ] as const
    }),
  )
