import { chunk } from 'es-toolkit/array'

/** Ids in a request: 100 take 4 kB of the 8 kB that servers allow for a URL by default. */
export const IDS_AT_ONCE = 100

/** What `load` finds of these ids, or of other values as short, in as many requests as their URLs need, all sent at once. */
export async function byIds<Found>(
  ids: readonly string[],
  load: (some: string[]) => Promise<Iterable<Found>>,
): Promise<Found[]> {
  const found = await Promise.all(chunk([...ids], IDS_AT_ONCE).map(load))
  return found.flatMap((some) => [...some])
}
