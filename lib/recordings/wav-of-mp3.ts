import { setImmediate as turn } from 'node:timers/promises'
import { MPEGDecoder } from 'mpg123-decoder'

/** Decoded at a time, in bytes, so that other requests get their turn in between. */
const AT_ONCE = 8192
/** Telephones carry less; a switch converts the rest. */
const ENOUGH_HZ = 16_000
const HEADER_BYTES = 44

/** Decodes an MP3 file into a WAV file: mono, 16 bits, at 16 to 32 kHz. What cannot be decoded is left out. For the server. */
export async function wavOfMp3(bytes: Uint8Array): Promise<Buffer> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  try {
    const parts: Buffer[] = []
    let rate = ENOUGH_HZ
    for (let at = 0; at < bytes.length; at += AT_ONCE) {
      const { channelData, sampleRate } = decoder.decode(bytes.subarray(at, at + AT_ONCE))
      const by = Math.max(1, Math.floor(sampleRate / ENOUGH_HZ))
      if (sampleRate > 0) rate = sampleRate / by
      parts.push(narrowed(channelData, by))
      await turn()
    }
    const sound = Buffer.concat(parts)
    return Buffer.concat([header(sound.length, rate), sound])
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

/** The header of a RIFF WAVE file of 16-bit mono samples. */
function header(length: number, rate: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(HEADER_BYTES - 8 + length, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(length, 40)
  return bytes
}
