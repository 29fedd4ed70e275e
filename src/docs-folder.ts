/** The site that `scripts/docs-site/build.ts` writes: beside the built service; for the sources, in `dist`. */
export const DOCS_FOLDER = new URL(
  import.meta.url.endsWith('.ts') ? '../dist/docs' : './docs',
  import.meta.url,
)
