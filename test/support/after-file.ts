type Hook = () => unknown

const hooks: Hook[] = []

/**
 * Calls `hook` after each test file. The files of a worker share their modules, so `afterAll` at the top of a module in
 * `test/support` would concern only the first file that imports it.
 */
export function afterFile(hook: Hook): void {
  hooks.unshift(hook)
}

/** Calls all hooks, the latest first. */
export async function runAfterFile(): Promise<void> {
  for (const hook of hooks) await hook()
}
