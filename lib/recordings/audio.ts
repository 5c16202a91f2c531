import { RECORDINGS } from '../supabase/constraints'

/** Largest file accepted, in bytes. */
export const MAX_FILE_BYTES = RECORDINGS.size_bytes.max
/** Longest recording that callers hear, in milliseconds: an hour. */
export const MAX_DURATION_MS = 3_600_000
/** Number of slices in a recording's waveform. */
const PEAK_COUNT = 200
/** Properties found in the file itself. */
export interface Audio {
  format: 'wav' | 'mp3'
  durationMs: number
  /** Peak level of each of PEAK_COUNT slices (fewer for very short audio), 0 to 100. */
  peaks: number[]
}

/** Peak of each of at most PEAK_COUNT equal slices of a list of levels, scaled so that the highest is 100 (silence stays 0). */
export function peaksOf(levels: ArrayLike<number>): number[] {
  const count = Math.min(PEAK_COUNT, levels.length)
  const peaks = new Array<number>(count).fill(0)
  for (let i = 0; i < levels.length; i += 1) {
    const slice = Math.floor((i * count) / levels.length)
    peaks[slice] = Math.max(peaks[slice] ?? 0, Math.abs(levels[i] ?? 0))
  }
  const loudest = Math.max(...peaks)
  return peaks.map((peak) => (loudest > 0 ? Math.round((peak / loudest) * 100) : 0))
}
