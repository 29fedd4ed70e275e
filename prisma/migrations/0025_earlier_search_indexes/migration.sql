LOCK TABLE app_user, asset, asset_type, barcode, client, job, job_type, site, zone, zone_type IN ACCESS EXCLUSIVE MODE;

-- The indexes of searches for texts with accents. Since 0022_search_keys, searches compare keys, which have indexes of their own;
-- these stayed for instances of the release before it.
DROP INDEX
    "app_user_grams_idx", "app_user_search_idx", "asset_grams_idx", "asset_search_idx", "asset_type_search_idx",
    "barcode_grams_idx", "barcode_search_idx", "client_search_idx", "job_grams_idx", "job_search_idx", "job_type_search_idx",
    "site_grams_idx", "site_search_idx", "zone_search_idx", "zone_type_search_idx";
