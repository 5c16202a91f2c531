import type { SearchRows } from './hits.ts'

const QUIET_MS = 200
const NAMES = 12
const LONGEST_TERM = 12

/**
 * Tries the search out on the first names that were loaded, as if they were typed, once no more rows come in: code
 * that has not run yet is compiled only now and takes ten times as long, which would be the first thing that one
 * types. A search that is asked for meanwhile waits for one trial at most.
 */
export function createWarmUp(search: (term: string) => void): (loaded: SearchRows) => void {
  const names: string[] = []
  let trials: string[] | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function tryNext() {
    const term = trials?.shift()
    if (term === undefined) return
    search(term)
    timer = setTimeout(tryNext)
  }

  return ({ companies = [], opportunities = [] }) => {
    names.push(...[...companies, ...opportunities].slice(0, NAMES - names.length).map(({ name }) => name))
    clearTimeout(timer)
    timer = setTimeout(() => {
      trials ??= names.flatMap((name) =>
        Array.from(name.slice(0, LONGEST_TERM), (_, n) => name.slice(0, n + 1)),
      )
      tryNext()
    }, QUIET_MS)
  }
}
