/** In the checkout, and beside the folder of the built service. */
export const MIGRATIONS_FOLDER = new URL('../prisma/migrations', import.meta.url)
