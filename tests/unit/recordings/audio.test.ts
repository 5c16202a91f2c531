import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Unusable } from '@/lib/api/failure'
import { MAX_FILE_BYTES, peaksOf } from '@/lib/recordings/audio'
import { inspectAudio } from '@/lib/recordings/inspect'
import { freeName, isObjectPath, nameOfFile, newObjectPath, pbxFileName } from '@/lib/recordings/object-path'
import { mp3File, wavFile } from '../../support/audio-files'

describe('a WAV file', () => {
  test.each([
    { bits: 8, channels: 1, rate: 8000 },
    { bits: 16, channels: 1, rate: 8000 },
    { bits: 16, channels: 2, rate: 44_100 },
    { bits: 24, channels: 1, rate: 16_000 },
    { bits: 32, channels: 2, rate: 48_000 },
  ])('of $bits bits, $channels channels at $rate Hz has its duration and loudness measured', (layout) => {
    const loudness = (second: number) => (second < 1 ? 0.2 : 0.8)
    const { format, durationMs, peaks } = inspectAudio(wavFile({ seconds: 2, loudness, ...layout }))
    expect([format, durationMs, peaks.length]).toEqual(['wav', 2000, 200])
    expect(peaks[10]).toBeGreaterThanOrEqual(20)
    expect(peaks[10]).toBeLessThanOrEqual(30)
    expect(peaks[150]).toBeGreaterThanOrEqual(95)
  })

  test('in µ-law or A-law is accepted', () => {
    for (const encoding of [6, 7]) {
      expect(inspectAudio(wavFile({ seconds: 1, bits: 8, encoding })).durationMs).toBe(1000)
    }
  })

  test('whose data length exceeds the file ends with the file', () => {
    const bytes = wavFile({ seconds: 1 })
    new DataView(bytes.buffer).setUint32(40, 0xffffffff, true)
    expect(inspectAudio(bytes).durationMs).toBe(1000)
  })

  test('of silence has a flat waveform', () => {
    const { peaks } = inspectAudio(wavFile({ seconds: 1, loudness: () => 0 }))
    expect(new Set(peaks)).toEqual(new Set([0]))
  })

  test.each([
    ['empty', wavFile({ seconds: 0 })],
    ['compressed in a way that phones cannot play', wavFile({ seconds: 1, encoding: 2 })],
    ['truncated in its header', wavFile({ seconds: 1 }).slice(0, 30)],
  ])('is rejected if it is %s', (_, bytes) => {
    expect(() => inspectAudio(bytes)).toThrow(Unusable)
  })
})

describe('an MP3 file', () => {
  test('has its duration counted from its frames, ignoring tags', () => {
    const plain = inspectAudio(mp3File({ frames: 100 }))
    // 1,152 samples a frame at 44,100 Hz.
    expect(plain).toMatchObject({ format: 'mp3', durationMs: Math.round((100 * 1152 * 1000) / 44_100) })
    expect(inspectAudio(mp3File({ frames: 100, tagBytes: 5000 }))).toEqual(plain)
    expect(inspectAudio(mp3File({ frames: 100, information: true }))).toEqual(plain)
  })

  test('cannot hide sound in frames that call themselves information', () => {
    const first = mp3File({ frames: 5, information: true })
    const another = mp3File({ frames: 0, information: true })
    const hiding = new Uint8Array(Buffer.concat([first, ...Array.from({ length: 95 }, () => another)]))
    expect(inspectAudio(hiding).durationMs).toBe(inspectAudio(mp3File({ frames: 100 })).durationMs)
  })

  test('has its loudness taken from its gain', () => {
    const { peaks } = inspectAudio(mp3File({ frames: 100, gain: (frame) => (frame < 50 ? 180 : 200) }))
    expect(peaks[10]).toBeLessThan(10)
    expect(peaks[90]).toBe(100)
  })
})

describe('any other file', () => {
  test.each([
    ['an HTML page', new TextEncoder().encode('<!doctype html><script>alert(1)</script>')],
    ['nothing', new Uint8Array()],
    ['an image', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new Uint8Array(500)])],
    [
      'an HTML page after one MP3 frame',
      new Uint8Array([...mp3File({ frames: 2 }), ...new Uint8Array(5000)]),
    ],
  ])('is rejected if it is %s', (_, bytes) => {
    expect(() => inspectAudio(bytes)).toThrow(Unusable)
  })

  test('is rejected if it is too large', () => {
    expect(() => inspectAudio(new Uint8Array(MAX_FILE_BYTES + 1))).toThrow('10 MB')
  })

  test('is rejected or read, and never crashes the parser', () => {
    const heads = fc.constantFrom(
      [],
      [0xff, 0xfb, 0x90, 0x00],
      [...wavFile({ seconds: 0 })],
      [0x49, 0x44, 0x33, 4, 0, 0],
    )
    fc.assert(
      fc.property(heads, fc.uint8Array({ maxLength: 400 }), (head, rest) => {
        try {
          const { durationMs, peaks } = inspectAudio(new Uint8Array([...head, ...rest]))
          expect(durationMs).toBeGreaterThan(0)
          expect(peaks.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 100)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(Unusable)
        }
      }),
      { numRuns: 500 },
    )
  })
})

test('peaks are integers up to 100, the largest being 100 unless the file is silent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 900 }),
      (levels) => {
        const peaks = peaksOf(levels)
        expect(peaks).toHaveLength(Math.min(200, levels.length))
        expect(Math.max(...peaks)).toBe(levels.some((level) => level !== 0) ? 100 : 0)
      },
    ),
  )
})

describe('recording names', () => {
  test('from uploaded files become valid PBX names, and never paths', () => {
    expect(pbxFileName('Main Greeting (2).WAV', 'wav')).toBe('main-greeting-2.wav')
    expect(pbxFileName('Grüße für José.mp3', 'mp3')).toBe('grusse-fur-jose.mp3')
    expect(pbxFileName('../../etc/passwd', 'wav')).toBe('etc-passwd.wav')
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(pbxFileName(name, 'wav')).toMatch(/^[a-z0-9][a-z0-9_-]{0,89}\.wav$/)
        expect(nameOfFile(name).length).toBeGreaterThan(0)
        expect(nameOfFile(name).length).toBeLessThanOrEqual(75)
      }),
    )
  })

  test('that are taken get a suffix', () => {
    expect(freeName('a.wav', new Set(['a.wav', 'a-2.wav']))).toBe('a-3.wav')
    expect(freeName('Hold', new Set(['Hold']))).toBe('Hold 2')
    expect(freeName('Hold', new Set())).toBe('Hold')
    const long = `${'x'.repeat(72)}\u{1F600}y`
    expect(freeName(long, new Set([long]))).toBe(`${'x'.repeat(72)}\uFFFD 2`)
  })

  test('are prefixed with the tenant in storage', () => {
    const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()]
    expect(isObjectPath(newObjectPath(mine, 'wav'), mine)).toBe(true)
    expect(isObjectPath(newObjectPath(other, 'wav'), mine)).toBe(false)
    expect(isObjectPath(`${mine}/../${other}.wav`, mine)).toBe(false)
    expect(isObjectPath(`${mine}/${other}.pdf`, mine)).toBe(false)
    expect(isObjectPath(`${mine}/${'-'.repeat(36)}.wav`, mine)).toBe(false)
  })
})
