/** Which bytes to send: `start` to `end`, both included. `whole` when no part was asked for. */
export type Part = { whole: boolean; start: number; end: number }

/**
 * What a Range header (RFC 9110, section 14) asks of a file of `size` bytes. Several ranges, other units and malformed
 * ones are ignored, as the RFC allows; undefined when the range lies beyond the end (416).
 */
export function readRange(header: string | null, size: number): Part | undefined {
  const whole = { whole: true, start: 0, end: size - 1 }
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.replace(/\s/g, '') ?? '') ?? []
  if (first === '' && last === '') return whole
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return undefined
    return { whole: false, start: Math.max(0, size - length), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return whole
  return start >= size ? undefined : { whole: false, start, end }
}
