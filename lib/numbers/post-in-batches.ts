import { chunk } from 'es-toolkit/array'
import { postJson } from '../fetcher'
import { MAX_PORTABILITY_CHECKS } from './number-facts'

/**
 * Posts {numbers} to a lookup route in as many requests as needed and returns all results. `onPart` gets the results so far after
 * each request, so they are not lost when a later one fails.
 */
export async function postInBatches<Result>(
  path: string,
  numbers: readonly string[],
  onPart: (found: Result[]) => void = () => undefined,
): Promise<Result[]> {
  const found: Result[] = []
  for (const part of chunk([...numbers], MAX_PORTABILITY_CHECKS)) {
    found.push(...(await postJson<Result[]>(path, { numbers: part })))
    onPart([...found])
  }
  return found
}
