/**
 * Remembers what is computed from an object, one value for each key. The key is the function that computes it, unless
 * the function depends on more than the object. A plan or a shape then lives
 * as long as the part of the prepared operation that it was compiled from.
 */
export abstract class Derived {
  private values: Map<unknown, unknown> | undefined

  derive<Value>(compute: (from: this) => Value, key: unknown = compute): Value {
    const values = (this.values ??= new Map<unknown, unknown>())
    if (!values.has(key)) values.set(key, compute(this))
    return values.get(key) as Value
  }
}
