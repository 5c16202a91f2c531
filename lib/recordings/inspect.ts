import { Unusable } from '../api/failure'
import { formatDuration } from '../validation/duration'
import { type Audio, MAX_DURATION_MS, MAX_FILE_BYTES } from './audio'
import { tooLargeText } from './format'
import { readMp3 } from './mp3'
import { readWav } from './wav'

/** Limits of recordings that callers hear. */
const MOST: Readonly<Record<'bytes' | 'ms', number>> = { bytes: MAX_FILE_BYTES, ms: MAX_DURATION_MS }

/** Reads the properties of a WAV or MP3 file of at most `most`, judging it by content only. Throws Unusable. */
export function inspectAudio(bytes: Uint8Array, most = MOST): Audio {
  if (bytes.length === 0) throw new Unusable('The file is empty.')
  if (bytes.length > most.bytes) throw new Unusable(tooLargeText(most.bytes))
  const audio = isRiff(bytes) ? readWav(bytes) : readMp3(bytes)
  if (audio.durationMs < 1) throw new Unusable('The file contains no audio.')
  if (audio.durationMs > most.ms) {
    throw new Unusable(`The recording is longer than ${formatDuration(most.ms / 1000)}.`)
  }
  return audio
}

function isRiff(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && String.fromCharCode(...bytes.subarray(0, 4)) === 'RIFF'
}
