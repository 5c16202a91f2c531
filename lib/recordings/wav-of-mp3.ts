import { setImmediate as turn } from 'node:timers/promises'
import { MPEGDecoder } from 'mpg123-decoder'
import { MAX_DURATION_MS } from './audio'

/** Decoded at a time, in bytes, so that other requests get their turn in between. */
const AT_ONCE = 8192
/** Telephones carry less; a switch converts the rest. */
const ENOUGH_HZ = 16_000
const HEADER_BYTES = 44

/**
 * Decodes an MP3 file into a WAV file: mono, 16 bits, at 16 to 32 kHz. What cannot be decoded is left out, and so is what follows the first
 * `mostMs`: a file may hold sound where `readMp3` found none. For the server.
 */
export async function wavOfMp3(bytes: Uint8Array, mostMs = MAX_DURATION_MS): Promise<Buffer> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const parts: Buffer[] = [Buffer.alloc(HEADER_BYTES)]
    let rate = ENOUGH_HZ
    let ms = 0
    for (let at = 0; at < bytes.length && ms < mostMs; at += AT_ONCE) {
      const { channelData, sampleRate } = decoder.decode(bytes.subarray(at, at + AT_ONCE))
      const by = Math.max(1, Math.floor(sampleRate / ENOUGH_HZ))
      if (sampleRate > 0) rate = sampleRate / by
      const part = narrowed(channelData, by)
      parts.push(part)
      ms += (part.length / 2 / rate) * 1000
      await turn()
    }
    const wav = Buffer.concat(parts)
    writeHeader(wav, rate)
    return wav
  } finally {
    decoder.free()
  }
}

/** The mean of all channels and of so many samples each, as 16-bit samples. */
function narrowed(channels: readonly Float32Array[], by: number): Buffer {
  const count = Math.floor((channels[0]?.length ?? 0) / by)
  const sound = Buffer.alloc(count * 2)
  for (let place = 0; place < count; place += 1) {
    let sum = 0
    for (const channel of channels) for (let n = 0; n < by; n += 1) sum += channel[place * by + n] ?? 0
    const level = Math.max(-1, Math.min(1, sum / (channels.length * by)))
    sound.writeInt16LE(Math.round(level * 32_767), place * 2)
  }
  return sound
}

/** Writes the header of a RIFF WAVE file of 16-bit mono samples into its beginning. */
function writeHeader(wav: Buffer, rate: number): void {
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(wav.length - HEADER_BYTES, 40)
}
