/**
 * The `count` smallest items in ascending order without sorting the rest: a heap of the best so far, worst on top. `compare` must
 * never return 0 for two different items.
 */
export function smallest<T>(items: Iterable<T>, count: number, compare: (a: T, b: T) => number): T[] {
  const heap: T[] = []
  const at = (index: number) => heap[index] as T
  const swap = (a: number, b: number) => {
    const kept = at(a)
    heap[a] = at(b)
    heap[b] = kept
  }
  const rise = () => {
    for (let child = heap.length - 1; child > 0; ) {
      const parent = (child - 1) >> 1
      if (compare(at(child), at(parent)) < 0) return
      swap(child, parent)
      child = parent
    }
  }
  const sink = () => {
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1
      if (left >= heap.length) return
      const child = left + 1 < heap.length && compare(at(left + 1), at(left)) > 0 ? left + 1 : left
      if (compare(at(child), at(parent)) < 0) return
      swap(child, parent)
      parent = child
    }
  }
  for (const item of items) {
    if (heap.length < count) {
      heap.push(item)
      rise()
    } else if (count > 0 && compare(item, at(0)) < 0) {
      heap[0] = item
      sink()
    }
  }
  return heap.sort(compare)
}
