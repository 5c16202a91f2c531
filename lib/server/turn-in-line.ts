/**
 * Waits in line: resolves once `line`'s first has been taken from it and called. Whoever has waited for `patienceMs` leaves the line and is
 * refused with what `refusal` returns.
 */
export function turnInLine(line: (() => void)[], patienceMs: number, refusal: () => Error): Promise<void> {
  return new Promise((begin, refuse) => {
    const start = () => {
      clearTimeout(late)
      begin()
    }
    line.push(start)
    const late = setTimeout(() => {
      line.splice(line.indexOf(start), 1)
      refuse(refusal())
    }, patienceMs)
  })
}
