/**
 * Runs `work` at once, and while calls keep coming no more often than every `pauseMs`: those in between become one run
 * after the pause. `stop` forgets a run that is still to come.
 */
export function coalesce(work: () => void, pauseMs: number): { run: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false

  function rest() {
    timer = setTimeout(() => {
      timer = undefined
      if (!again) return
      again = false
      work()
      rest()
    }, pauseMs)
  }

  return {
    run() {
      if (timer) {
        again = true
        return
      }
      work()
      rest()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      again = false
    },
  }
}
