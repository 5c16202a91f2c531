/** Adds an entry as the newest, and evicts the oldest if there are too many. */
export function addBounded<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  // A map keeps a known key where it was.
  map.delete(key)
  map.set(key, value)
  if (map.size <= most) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
