/**
 * Returns a function that does work one at a time, in the order of the calls. It resolves or rejects with the work; what fails holds up
 * nothing that waits.
 */
export function inLine(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
