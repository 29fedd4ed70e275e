/** The logger of the database room. A pino logger is one. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}
