/** A second in the microseconds of `processorTime`. */
export const SECOND = 1_000_000

/** Microseconds of processor time that `work` takes: unlike the time on a clock, it does not grow with what else the machine does. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user
}
