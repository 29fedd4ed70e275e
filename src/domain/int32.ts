/** The largest value of a PostgreSQL `int`, such as of an id. */
export const MAX_INT32 = 2_147_483_647
