interface WavOptions {
  seconds: number
  rate?: number
  channels?: number
  bits?: number
  /** The format's number in the file: 1 PCM, 6 A-law, 7 µ-law. */
  encoding?: number
  /** Loudness at a given second, 0 to 1. */
  loudness?: (second: number) => number
  /** Of the tone, in Hz. */
  pitch?: number
}

/** A WAV file with a tone. */
export function wavFile({
  seconds,
  rate = 8000,
  channels = 1,
  bits = 16,
  encoding = 1,
  loudness = () => 0.5,
  pitch = 440,
}: WavOptions): Uint8Array<ArrayBuffer> {
  const width = bits / 8
  const frames = Math.round(seconds * rate)
  const data = frames * channels * width
  const bytes = new Uint8Array(44 + data)
  const view = new DataView(bytes.buffer)
  const write = (text: string, at: number) => bytes.set(new TextEncoder().encode(text), at)
  write('RIFF', 0)
  view.setUint32(4, 36 + data, true)
  write('WAVEfmt ', 8)
  view.setUint32(16, 16, true)
  view.setUint16(20, encoding, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * channels * width, true)
  view.setUint16(32, channels * width, true)
  view.setUint16(34, bits, true)
  write('data', 36)
  view.setUint32(40, data, true)
  for (let frame = 0; frame < frames; frame += 1) {
    const level = Math.sin((2 * Math.PI * pitch * frame) / rate) * loudness(frame / rate)
    for (let channel = 0; channel < channels; channel += 1) {
      const at = 44 + (frame * channels + channel) * width
      const scaled = Math.round(level * (2 ** (bits - 1) - 1))
      if (width === 1) view.setUint8(at, scaled + 128)
      else if (width === 3) {
        view.setUint8(at, scaled & 0xff)
        view.setInt16(at + 1, scaled >> 8, true)
      } else if (width === 2) view.setInt16(at, scaled, true)
      else view.setInt32(at, scaled, true)
    }
  }
  return bytes
}

interface Mp3Options {
  frames: number
  /** Length of an ID3v2 tag in front; none when 0. */
  tagBytes?: number
  /** Whether the first frame is an encoder info frame. */
  information?: boolean
  /** The global gain of a frame, 0 to 255. */
  gain?: (frame: number) => number
}

/** An MP3 file of 128 kbit/s mono frames at 44,100 Hz, filled with noise. */
export function mp3File({
  frames,
  tagBytes = 0,
  information = false,
  gain = () => 190,
}: Mp3Options): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  if (tagBytes) {
    const tag = new Uint8Array(10 + tagBytes)
    tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, tagBytes >> 7, tagBytes & 0x7f])
    parts.push(tag)
  }
  if (information) {
    const notes = frame()
    notes.set(new TextEncoder().encode('Info'), 4 + 17)
    parts.push(notes)
  }
  for (let n = 0; n < frames; n += 1) {
    const one = frame()
    // Mono side information: 18 bits, then part2_3_length (12), big_values (9), global_gain (8).
    setBits(one, 32 + 18, 12, 100)
    setBits(one, 32 + 18 + 21, 8, gain(n))
    parts.push(one)
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function frame(): Uint8Array {
  const bytes = new Uint8Array(417)
  bytes.set([0xff, 0xfb, 0x90, 0xc0])
  return bytes
}

function setBits(bytes: Uint8Array, position: number, count: number, value: number): void {
  for (let bit = 0; bit < count; bit += 1) {
    const at = position + bit
    if ((value >> (count - 1 - bit)) & 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7))
  }
}
