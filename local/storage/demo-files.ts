import type pg from 'pg'
import type { FileStore } from './files.ts'

const sampleRate = 8000

/**
 * Gives the demo recordings something to play: a soft tone of the length in their rows, with the volume of their stored peaks.
 */
export async function createDemoFiles(client: pg.Client, files: FileStore): Promise<void> {
  const known = await client.query("select where to_regclass('private.recording_files') is not null")
  if (!known.rowCount) return
  const { rows } = await client.query<{ id: string; duration_ms: number; peaks: number[] }>(
    'select id, duration_ms, peaks from private.recording_files',
  )
  for (const [index, { id, duration_ms, peaks }] of rows.entries()) {
    const version = await files.write(tone(duration_ms, peaks, 220 + 55 * (index % 6)))
    await client.query('update storage.objects set version = $2 where id = $1', [id, version])
  }
}

/** A WAV file: 16-bit mono PCM of `hertz` whose loudness follows `peaks` (0 to 100). */
function tone(durationMs: number, peaks: number[], hertz: number): Buffer {
  const count = Math.floor((sampleRate * durationMs) / 1000)
  const file = Buffer.alloc(44 + 2 * count)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + 2 * count, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(2 * sampleRate, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(2 * count, 40)
  for (let i = 0; i < count; i += 1) {
    const peak = peaks[Math.floor((i * peaks.length) / count)] ?? 0
    const sample = Math.sin((2 * Math.PI * hertz * i) / sampleRate) * (peak / 100) * 0.6
    file.writeInt16LE(Math.round(sample * 32_767), 44 + 2 * i)
  }
  return file
}
