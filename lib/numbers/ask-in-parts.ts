import { postJson } from '../fetcher'
import { MOST_CHECKED } from './number-facts'

/**
 * Posts {numbers} to a look-up, in as many requests as their number takes, and answers all that was found. `onPart` is
 * told what is there after each. Throws RequestFailure; parts that were answered before have been told of.
 */
export async function askInParts<Result>(
  path: string,
  numbers: readonly string[],
  onPart: (found: Result[]) => void = () => undefined,
): Promise<Result[]> {
  const found: Result[] = []
  for (let from = 0; from < numbers.length; from += MOST_CHECKED) {
    found.push(...(await postJson<Result[]>(path, { numbers: numbers.slice(from, from + MOST_CHECKED) })))
    onPart([...found])
  }
  return found
}
