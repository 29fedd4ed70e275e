/** A command cannot do what was requested. The message is for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
