/** The relative path is valid from `src` in the checkout and from the folder of the built service. */
export const MIGRATIONS_FOLDER = new URL('../prisma/migrations', import.meta.url)
