import { type Audio, LARGEST_FILE, NoAudio } from './audio'
import { readMp3 } from './mp3'
import { readWav } from './wav'

/** The longest recording that is taken: an hour. */
const LONGEST_MS = 3_600_000

/** Reads what a WAV or MP3 file holds, by its content alone. Throws NoAudio. */
export function inspectAudio(bytes: Uint8Array): Audio {
  if (bytes.length === 0) throw new NoAudio('The file is empty.')
  if (bytes.length > LARGEST_FILE) throw new NoAudio('The file is larger than 10 MB.')
  const audio = isRiff(bytes) ? readWav(bytes) : readMp3(bytes)
  if (audio.durationMs < 1) throw new NoAudio('The file holds no sound.')
  if (audio.durationMs > LONGEST_MS) throw new NoAudio('The recording is longer than an hour.')
  return audio
}

function isRiff(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && String.fromCharCode(...bytes.subarray(0, 4)) === 'RIFF'
}
