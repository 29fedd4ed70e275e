import { recordType } from '../../http/record.js'
import {
  boolean,
  imagePath,
  imageUrl,
  integer,
  nullableInteger,
  nullableText,
  nullableTimestamp,
  text,
  timestamp,
} from '../field-types.js'
import { companyStats } from './company-stats.record.js'

/** Set A, one of the two REST APIs: company. */
// prettier-ignore
export const company = recordType('Company', 'Company', {
  id:                        [integer,           'id'],
  primary_user_id:           [nullableInteger,   'primaryUserId'],
  name:                      [text,              'name'],
  logo:                      [imagePath,         'logoUrl'],
  registration_number:       [nullableText,      'registrationNumber'],
  vat_number:                [nullableText,      'vatNumber'],
  created_at:                [timestamp,         'createdAt'],
  updated_at:                [timestamp,         'updatedAt'],
  deleted_at:                [nullableTimestamp, 'deletedAt'],
  job_number:                [integer,           'jobNumber', 'The number of the newest job.'],
  industry_id:               [nullableInteger,   'industryId'],
  region_id:                 [nullableInteger,   'regionId'],
  allow_external_barcodes:   [boolean,           'allowExternalBarcodes'],
  barcode_format:            [nullableText,      'barcodeFormat'],
  assetpool_branch_id:       [nullableInteger,   'assetpoolBranchId'],
  manual_inspection_closure: [boolean,           'manualInspectionClosure'],
  sales_rep_id:              [nullableInteger,   'salesRepId'],
  app_name:                  [nullableText,      'appName'],
  from_email:                [nullableText,      'fromEmail'],
  app_email_logo:            [nullableText,      'appEmailLogo'],
  white_label_enabled:       [boolean,           'whiteLabelEnabled'],
  from_email_name:           [nullableText,      'fromEmailName'],
  frontend_url:              [nullableText,      'frontendUrl'],
  logo_url:                  [imageUrl,          'logoUrl'],
  email_logo_url:            [imageUrl,          'appEmailLogo'],
  stats:                     [companyStats,      'self'],
})
