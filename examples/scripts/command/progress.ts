import { Presets, SingleBar } from 'cli-progress'
import { TimeLeft } from './time-left.js'

const FORMAT = '{label} {bar} {percentage} % | {value} of {total} | time left: {left} {note}'

/** A progress bar on the standard error. If that is not a terminal, a line every two seconds. */
export class Progress {
  private readonly bar = new SingleBar(
    { format: FORMAT, noTTYOutput: true, hideCursor: false },
    Presets.shades_classic,
  )

  private left = new TimeLeft(0)

  constructor(private readonly label: string) {}

  start(total: number): void {
    this.left = new TimeLeft(total)
    this.bar.start(total, 0, { label: this.label, note: '', left: String(this.left) })
  }

  add(count: number): void {
    this.left.add(count)
    this.bar.increment(count, { note: '', left: String(this.left) })
  }

  /** Shows why the script waits, until the next step. */
  note(text: string): void {
    if (this.bar.isActive) this.bar.update({ note: `| ${text}` })
    else console.error(text)
  }

  stop(): void {
    if (this.bar.isActive) this.bar.stop()
  }
}
