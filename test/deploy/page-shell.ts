import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** The longest wait for a command: shorter than the time limit of a test, so that the error shows its output. */
const MAX_WAIT_MS = 500_000

/** The user of PostgreSQL on Debian: PostgreSQL and PgBouncer refuse to run as root. */
const idOf = (option: '-u' | '-g') =>
  Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))

export const unprivilegedUser = (): { uid: number; gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

/** One bash in which commands run in order, as a person types them. Variables, functions and jobs stay. */
export class PageShell {
  private readonly child: ChildProcess
  private readonly exited: Promise<void>
  private isOpen = true
  private output = ''

  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.child = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
      // A process group of its own, to end the processes that it has started.
      detached: true,
      ...unprivilegedUser(),
    })
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    this.exited = once(this.child, 'exit').then(() => {
      this.isOpen = false
    })
    this.write('exec 2>&1')
  }

  /** Runs a command. Returns what it prints; throws with that if its status is not 0. */
  async run(command: string): Promise<string> {
    const end = randomUUID()
    this.output = ''
    // Without a standard input of its own, a command would read the following ones.
    this.write(`{ ${command}\n} < /dev/null\necho "${end} $?"`)
    const pattern = new RegExp(`^([^]*?)${end} (\\d+)\n`)
    const expires = performance.now() + MAX_WAIT_MS
    for (;;) {
      const [, printed, status] = pattern.exec(this.output) ?? []
      if (printed !== undefined && status === '0') return printed
      if (status !== undefined) throw new Error(`${command}\nexit ${status}\n${printed}`)
      if (!this.isOpen || performance.now() > expires) {
        throw new Error(`${command}\ndoes not end\n${this.output}`)
      }
      await delay(10)
    }
  }

  /** Ends the shell and its jobs. */
  async close(): Promise<void> {
    if (this.isOpen && this.child.pid !== undefined) process.kill(-this.child.pid, 'SIGKILL')
    await this.exited
  }

  private write(line: string): void {
    this.child.stdin?.write(`${line}\n`)
  }
}
