/**
 * Remembers what is computed from an object, one value for each function that computes it. A plan or a shape then lives
 * as long as the part of the prepared operation that it was compiled from.
 */
export abstract class Derived {
  private readonly values = new Map<unknown, unknown>()

  derive<Value>(compute: (from: this) => Value): Value {
    if (!this.values.has(compute)) this.values.set(compute, compute(this))
    return this.values.get(compute) as Value
  }

  /** Replaces what `compute` would give. */
  override<Value>(compute: (from: this) => Value, value: Value): void {
    this.values.set(compute, value)
  }
}
