import type { SearchRows } from './hits.ts'

const QUIET_MS = 200
const NAMES = 12
const LONGEST_TERM = 12

/**
 * Runs trial searches for the first loaded names, once no more rows arrive: code that has never run is compiled on first use and
 * takes ten times as long, which would slow down the first keystroke. A real search waits for one trial at most.
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
