import { Unusable } from '../api/failure'
import { type Audio, peaksOf } from './audio'

/** Bit rates in kbit/s by header index, for layer III of MPEG 1 and of MPEG 2 and 2.5 (ISO/IEC 11172-3, 13818-3). */
const BIT_RATES = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
/** Sample rates in Hz of MPEG 1; half in MPEG 2, a quarter in 2.5. */
const SAMPLE_RATES = [44_100, 48_000, 32_000] as const
/** A file counts as MP3 when this many frames follow each other. */
const FEWEST_FRAMES = 3

interface Frame {
  /** Bytes, including the header. */
  length: number
  samples: number
  rate: number
  /** Offset of the side information from the frame's first byte. */
  sideAt: number
  mono: boolean
  mpegOne: boolean
}

/**
 * Reads an MPEG layer III file frame by frame, skipping ID3 tags. Levels come from each frame's global gain, which scales its
 * spectrum: enough for a waveform without decoding any audio. Throws Unusable.
 */
export function readMp3(bytes: Uint8Array): Audio {
  let at = afterTag(bytes)
  let seconds = 0
  const levels: number[] = []
  const start = at
  for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, at)) {
    // Only the first can: decoders play the others, whatever they say.
    if (at > start || !isInformation(bytes, at, frame)) {
      seconds += frame.samples / frame.rate
      levels.push(levelOf(bytes, at, frame))
    }
    at += frame.length
  }
  if (levels.length < FEWEST_FRAMES || at < bytes.length / 2) {
    throw new Unusable('This is not a WAV or MP3 file, whatever its extension says.')
  }
  return { format: 'mp3', durationMs: Math.round(seconds * 1000), peaks: peaksOf(levels) }
}

/** Where the first frame starts: an ID3v2 tag states its length in four 7-bit bytes. */
function afterTag(bytes: Uint8Array): number {
  let at = 0
  if (String.fromCharCode(...bytes.subarray(0, 3)) === 'ID3' && bytes.length > 10) {
    const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((bytes[place] ?? 0) & 0x7f), 0)
    at = 10 + size + ((bytes[5] ?? 0) & 0x10 ? 10 : 0)
  }
  // Some encoders leave padding; two frames in a row are not a coincidence.
  for (let ahead = 0; ahead < 4096; ahead += 1) {
    const frame = frameAt(bytes, at + ahead)
    if (frame && frameAt(bytes, at + ahead + frame.length)) return at + ahead
  }
  return at
}

function frameAt(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4)
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0) return undefined
  const version = (kind >> 3) & 3
  const layer = (kind >> 1) & 3
  const bitRate = BIT_RATES[version === 3 ? 'one' : 'two'][rates >> 4]
  const base = SAMPLE_RATES[(rates >> 2) & 3]
  // Version 1 and layer 0 are reserved; layer III has number 1.
  if (version === 1 || layer !== 1 || !bitRate || !base) return undefined
  const mpegOne = version === 3
  const rate = mpegOne ? base : version === 2 ? base / 2 : base / 4
  const samples = mpegOne ? 1152 : 576
  const length = Math.floor((samples * bitRate * 125) / rate) + ((rates >> 1) & 1)
  if (at + length > bytes.length) return undefined
  return { length, samples, rate, mpegOne, mono: mode >> 6 === 3, sideAt: kind & 1 ? 4 : 6 }
}

/** Whether the frame holds an encoder's metadata (Xing, Info, VBRI) rather than audio. */
function isInformation(bytes: Uint8Array, at: number, frame: Frame): boolean {
  const side = frame.mpegOne ? (frame.mono ? 17 : 32) : frame.mono ? 9 : 17
  const word = (place: number) => String.fromCharCode(...bytes.subarray(at + place, at + place + 4))
  return ['Xing', 'Info'].includes(word(frame.sideAt + side)) || word(36) === 'VBRI'
}

/** Level of a frame's first granule and channel: global_gain is 21 bits into its part of the side information. */
function levelOf(bytes: Uint8Array, at: number, { sideAt, mono, mpegOne }: Frame): number {
  const before = mpegOne ? 9 + (mono ? 5 + 4 : 3 + 8) : 8 + (mono ? 1 : 2)
  const part = bitsAt(bytes, (at + sideAt) * 8 + before, 12)
  const gain = bitsAt(bytes, (at + sideAt) * 8 + before + 21, 8)
  return part === 0 ? 0 : 2 ** ((gain - 210) / 4)
}

function bitsAt(bytes: Uint8Array, position: number, count: number): number {
  let value = 0
  for (let bit = position; bit < position + count; bit += 1) {
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  return value
}
