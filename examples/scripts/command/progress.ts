import { Presets, SingleBar } from 'cli-progress'

const FORMAT = '{label} {bar} {percentage} % | {value} of {total} | {eta_formatted} left {note}'

/** A progress bar on the standard error. If that is not a terminal, a line every two seconds. */
export class Progress {
  private readonly bar = new SingleBar(
    { format: FORMAT, noTTYOutput: true, hideCursor: false },
    Presets.shades_classic,
  )

  constructor(private readonly label: string) {}

  start(total: number): void {
    this.bar.start(total, 0, { label: this.label, note: '' })
  }

  add(count: number): void {
    this.bar.increment(count, { note: '' })
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
