/** A script cannot do what was requested. The message is for its user. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
}
