/** What production may take on disk: the packages, the built service, and the migrations. */
export const MAX_PRODUCTION_MEGABYTES = 120
