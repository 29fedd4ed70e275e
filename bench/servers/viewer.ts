import { queryOne } from '../system/sql.js'

export const USERNAME = 'admin@harbour.example'
export const PASSWORD = 'demo-password'

export type Viewer = { company: number; user: number }

/** The demo's admin. Each server answers for this user; only the service authenticates. */
export const viewerOf = (url: string): Promise<Viewer> =>
  queryOne<Viewer>(url, 'select company_id as company, id as user from app_user where email = $1', [
    USERNAME,
  ])
