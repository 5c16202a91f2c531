import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inspectAudio } from '@/lib/recordings/inspect'
import { wavOfMp3 } from '@/lib/recordings/wav-of-mp3'
import { mp3File } from '../../support/audio-files'

/** A second of 440 Hz at half the loudness, in stereo at 44,100 Hz, as LAME encoded it. */
const TONE = readFileSync('tests/support/tone.mp3')

/** The frequency of a wave in Hz (upward zero crossings), and its peak, 0 to 1. */
function heard(wav: Buffer) {
  const rate = wav.readUInt32LE(24)
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length))
  const middle = samples.subarray(rate * 0.25, rate * 0.75)
  const rises = middle.filter((level, place) => level >= 0 && (middle[place - 1] ?? 0) < 0).length
  return { hertz: rises * 2, loudest: Math.max(...middle) / 32_768 }
}

test('an MP3 file becomes WAV with the same sound', async () => {
  const wav = await wavOfMp3(TONE)
  const { format, durationMs } = inspectAudio(wav)
  expect(format).toBe('wav')
  expect(Math.abs(durationMs - inspectAudio(TONE).durationMs)).toBeLessThan(100)
  const { hertz, loudest } = heard(wav)
  expect(Math.abs(hertz - 440)).toBeLessThanOrEqual(4)
  expect(loudest).toBeGreaterThan(0.45)
  expect(loudest).toBeLessThan(0.55)
})

test('what cannot be decoded of it is left out', async () => {
  const wav = await wavOfMp3(
    new Uint8Array(Buffer.concat([TONE, mp3File({ frames: 20 }), Buffer.alloc(9000, 7)])),
  )
  expect(inspectAudio(wav).durationMs).toBeGreaterThan(900)
  expect((await wavOfMp3(new Uint8Array(2000))).length).toBe(44)
})

test('no more of it is decoded than a recording may last', async () => {
  // MPEG 2, layer III, 8 kbit/s at 16 kHz, mono: 36 bytes for 36 milliseconds.
  const frame = new Uint8Array(36)
  frame.set([0xff, 0xf3, 0x18, 0xc0])
  const minute = new Uint8Array(Buffer.concat(Array.from({ length: 1667 }, () => frame)))
  const secondsOf = (wav: Buffer) => (wav.length - 44) / 2 / wav.readUInt32LE(24)
  expect(secondsOf(await wavOfMp3(minute))).toBeCloseTo(60, 0)
  // It stops after the piece in which the limit is reached.
  const part = secondsOf(await wavOfMp3(minute, 20_000))
  expect(part).toBeGreaterThanOrEqual(20)
  expect(part).toBeLessThan(30)
})
