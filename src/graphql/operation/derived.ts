/**
 * Remembers what is computed from an object, one value for each function that computes it. A plan or a shape then lives
 * as long as the part of the prepared operation that it was compiled from.
 */
export abstract class Derived {
  private values: Map<unknown, unknown> | undefined

  derive<Value>(compute: (from: this) => Value): Value {
    const values = (this.values ??= new Map<unknown, unknown>())
    if (!values.has(compute)) values.set(compute, compute(this))
    return values.get(compute) as Value
  }
}
