/**
 * Memoizes what is computed from an object. The key is the function that computes the value, unless the function
 * depends on more than the object. A memoized plan lives as long as the part of the operation that it is compiled from.
 */
export abstract class Derived {
  private values: Map<unknown, unknown> | undefined

  derive<Value>(compute: (from: this) => Value, key: unknown = compute): Value {
    const values = (this.values ??= new Map<unknown, unknown>())
    if (!values.has(key)) values.set(key, compute(this))
    return values.get(key) as Value
  }
}
