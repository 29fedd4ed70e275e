/** What the database says while it opens and when a connection breaks; a pino logger is one. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}
