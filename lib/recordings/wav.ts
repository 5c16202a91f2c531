import { Unusable } from '../api/failure'
import { type Audio, peaksOf } from './audio'

const [PCM, FLOAT, A_LAW, MU_LAW, EXTENSIBLE] = [1, 3, 6, 7, 0xfffe]
/** Most samples read for the levels; more would not show in the waveform. */
const MOST_LEVELS = 200_000

/** Sample format: its number, and bytes and channels per frame. */
interface Layout {
  encoding: number
  rate: number
  bits: number
  /** Bytes of one sample of all channels. */
  frame: number
}

/**
 * Reads a RIFF WAVE file: PCM of 8 to 32 bits, 32-bit float, A-law or µ-law (Microsoft's Multiple Channel Audio Data and WAVE
 * Files). A data chunk that claims to be longer than the file, as streaming encoders write, ends with the file. Throws Unusable.
 */
export function readWav(bytes: Uint8Array): Audio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (text(bytes, 8) !== 'WAVE') throw new Unusable('This is not a WAV file.')
  let layout: Layout | undefined
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = text(bytes, at)
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (name === 'fmt ' && size >= 16 && start + 16 <= bytes.length) layout = readLayout(view, start, size)
    if (name === 'data') return readData(view, layout, start, Math.min(size, bytes.length - start))
    // Chunks are padded to an even length.
    at = start + size + (size % 2)
  }
  throw new Unusable('The WAV file contains no audio.')
}

function readLayout(view: DataView, start: number, size: number): Layout {
  const declared = view.getUint16(start, true)
  const extended = declared === EXTENSIBLE && size >= 40 && start + 26 <= view.byteLength
  return {
    encoding: extended ? view.getUint16(start + 24, true) : declared,
    rate: view.getUint32(start + 4, true),
    frame: view.getUint16(start + 12, true),
    bits: view.getUint16(start + 14, true),
  }
}

function readData(view: DataView, layout: Layout | undefined, start: number, length: number): Audio {
  if (!layout) throw new Unusable('The WAV file does not state its audio format.')
  const { rate, frame } = layout
  const read = sampleReader(layout)
  if (!read || rate < 1000 || rate > 384_000 || frame < 1 || frame > 64) {
    throw new Unusable('Phones cannot play the audio format of this WAV file. Save it as PCM.')
  }
  const frames = Math.floor(length / frame)
  const step = Math.max(1, Math.ceil(frames / MOST_LEVELS))
  const levels = new Float32Array(Math.ceil(frames / step))
  for (let i = 0; i < levels.length; i += 1) levels[i] = read(view, start + i * step * frame)
  return { format: 'wav', durationMs: Math.round((frames / rate) * 1000), peaks: peaksOf(levels) }
}

type SampleReader = (view: DataView, at: number) => number

function sampleReader({ encoding, bits, frame }: Layout): SampleReader | undefined {
  if (frame * 8 < bits) return undefined
  switch (`${encoding}/${bits}`) {
    case `${PCM}/8`:
      return (view, at) => (view.getUint8(at) - 128) / 128
    case `${PCM}/16`:
      return (view, at) => view.getInt16(at, true) / 32_768
    case `${PCM}/24`:
      return (view, at) => (view.getInt16(at + 1, true) * 256 + view.getUint8(at)) / 8_388_608
    case `${PCM}/32`:
      return (view, at) => view.getInt32(at, true) / 2_147_483_648
    case `${FLOAT}/32`:
      return (view, at) => finite(view.getFloat32(at, true))
    case `${A_LAW}/8`:
      return (view, at) => aLaw(view.getUint8(at))
    case `${MU_LAW}/8`:
      return (view, at) => muLaw(view.getUint8(at))
    default:
      return undefined
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0
}

/** Magnitude of a µ-law sample (ITU-T G.711), 0 to 1. */
function muLaw(byte: number): number {
  const code = ~byte & 0x7f
  return (((((code & 0x0f) << 3) + 0x84) << (code >> 4)) - 0x84) / 32_124
}

/** Magnitude of an A-law sample (ITU-T G.711), 0 to 1. */
function aLaw(byte: number): number {
  const code = (byte ^ 0x55) & 0x7f
  const [exponent, mantissa] = [code >> 4, code & 0x0f]
  const value = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1)
  return value / 32_256
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
