import type { MailKind } from './mail-kinds.js'

/** What has happened to a record, as a notice stores it. */
export interface NoticeEvent {
  readonly kind: MailKind | 'DIGEST'
  /** For `JOB_ASSIGNED`: whether the job was given to the user, or taken away. */
  readonly taken?: boolean
  /** For `JOB_MOVED`: the times before, if they have changed. */
  readonly start?: string
  readonly end?: string
}

export type NoticeSubject = 'Job' | 'Site' | 'Finding' | 'Webhook' | 'ApiKey' | 'Digest'

/** An event in the log about which users get mails. */
export interface LoggedEvent {
  readonly about: NoticeSubject
  readonly recordId: string
  readonly event: NoticeEvent
  /** The UUID of the only user that it concerns; null: see `write-notices.ts`. */
  readonly person: string | null
  /** The user that made the change and needs no mail; null if the service or time did. */
  readonly actor: number | null
}
