/**
 * The built page of the playground. The relative path is valid from `src` in the checkout and from the folder of the built
 * service.
 */
export const PLAYGROUND_FOLDER = new URL('../dist/playground/', import.meta.url)
