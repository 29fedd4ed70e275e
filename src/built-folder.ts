/** A folder that the build writes: beside the built service; for the sources, in `dist`. */
export const builtFolder = (name: string): URL =>
  new URL(import.meta.url.endsWith('.ts') ? `../dist/${name}/` : `./${name}/`, import.meta.url)
