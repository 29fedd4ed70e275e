/** The largest value of PostgreSQL's `integer`, the type of ids, counts and most other numbers. */
export const MAX_INT32 = 2_147_483_647
