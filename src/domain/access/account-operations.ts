import { anyone, credentials, ownAccount, read } from './rule.js'

/** The rows of the access control table for sessions, accounts and credentials: see `policy.ts`. */
export const accountOperations = {
  login: anyone,
  refreshToken: anyone,
  requestPasswordReset: anyone,
  resetPassword: anyone,

  /** A session may always end itself, also one that was opened with a key. */
  logout: read,
  changePassword: ownAccount,
  updateProfile: ownAccount,
  updateNotificationPreferences: ownAccount,
  createCalendarLink: ownAccount,
  revokeCalendarLink: ownAccount,
  revokeSession: ownAccount,

  /** A calendar of the jobs of a site, which are those of all technicians. */
  createSiteCalendarLink: credentials,
  createApiKey: credentials,
  updateApiKey: credentials,
  revokeApiKey: credentials,
  createWebhook: credentials,
  updateWebhook: credentials,
  rotateWebhookSecret: credentials,
} as const
