/** Milliseconds. */
export interface Timing {
  p50: number
  p95: number
}

/** Repeats a request in sequence and times it after a warm-up. */
export async function timed(
  ask: () => PromiseLike<unknown>,
  { warm = 3, runs }: { warm?: number; runs: number },
): Promise<Timing> {
  for (let run = 0; run < warm; run++) await ask()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const begun = performance.now()
    await ask()
    times.push(performance.now() - begun)
  }
  return timingOf(times)
}

/** The median and the 95th percentile of times in any order; NaN for none. */
export function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { p50: quantile(0.5), p95: quantile(0.95) }
}

/** A table of timings in Markdown, a row as soon as it is known; `above` are the names of those above their budget. */
export function timingTable(question: string) {
  const above: string[] = []
  console.log(`| ${question.padEnd(44)} |  p50 ms |  p95 ms | budget |`)
  console.log(`| ${'-'.repeat(44)} | ------: | ------: | -----: |`)
  return {
    above,
    row(name: string, { p50, p95 }: Timing, budget?: number): void {
      const cells = [p50.toFixed(1).padStart(7), p95.toFixed(1).padStart(7), String(budget ?? '').padStart(6)]
      console.log(`| ${name.padEnd(44)} | ${cells.join(' | ')} |`)
      if (budget !== undefined && p95 > budget) above.push(name)
    },
  }
}
