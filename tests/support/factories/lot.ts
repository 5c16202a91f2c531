/** Random values from a seed: the same seed gives the same values. */
export interface Lot {
  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number
  /** True with a probability of 1/`n`. */
  oneIn(n: number): boolean
  of<Item>(items: readonly Item[]): Item
  list<Item>(most: number, item: (at: number) => Item): Item[]
}

/** Mulberry32: small, and good enough to spread test cases. */
export function lotOf(seed: number): Lot {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    int,
    oneIn: (n) => int(1, n) === 1,
    of: (items) => items[int(0, items.length - 1)] as (typeof items)[number],
    list: (most, item) => Array.from({ length: int(0, most) }, (_, at) => item(at)),
  }
}
