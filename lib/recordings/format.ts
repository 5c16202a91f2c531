import { clockText } from '../validation/duration'

/** A duration in milliseconds as players show it: "0:07", "12:30", "1:15:00". */
export const formatLength = (ms: number): string => clockText(Math.max(1, Math.round(ms / 1000)))

/** A size in bytes: "48 kB", "1.2 MB". */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A limit of files in bytes, a whole number of binary megabytes: "10 MB". */
export const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`

/** Why a file beyond the limit is not taken. */
export const tooLargeText = (most: number): string => `The file is larger than ${megabytes(most)}.`
