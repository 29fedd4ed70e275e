/** The rows of the access control table for sessions, and for what users do with their own account: see `policy.ts`. */
export const accountOperations = {
  login: 'anyone',
  refreshToken: 'anyone',
  logout: 'member',
  requestPasswordReset: 'anyone',
  resetPassword: 'anyone',
  revokeSession: 'member',

  changePassword: 'member',
  updateProfile: 'member',
  updateNotificationPreferences: 'member',
  createCalendarLink: 'member',
  /** A calendar of the jobs of a site, which are those of all technicians. */
  createSiteCalendarLink: 'admin',
  revokeCalendarLink: 'member',
} as const
