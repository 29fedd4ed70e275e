/** The methods of a logger that the database and the demo call. A pino logger has them. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}
