import type pg from 'pg'
import type { FileStore } from './files.ts'

const sampleRate = 8000

/**
 * Writes the demo files: for recordings and voicemail messages a soft tone of the length in their rows, with the volume of their
 * stored peaks; for faxes a page.
 */
export async function createDemoFiles(client: pg.Client, files: FileStore): Promise<void> {
  const known = await client.query("select where to_regclass('private.recording_files') is not null")
  if (!known.rowCount) return
  const { rows: sounds } = await client.query<{ id: string; duration_ms: number; peaks: number[] }>(
    `select id, duration_ms, peaks from private.recording_files
     union all select o.id, m.duration_ms, m.peaks from public.voicemail_messages m
       join storage.objects o on o.bucket_id = 'voicemail' and o.name = m.path`,
  )
  const { rows: faxes } = await client.query<{ id: string }>(
    "select o.id from public.faxes f join storage.objects o on o.bucket_id = 'faxes' and o.name = f.path",
  )
  const store = async (id: string, file: Buffer) =>
    client.query('update storage.objects set version = $2 where id = $1', [id, await files.write(file)])
  for (const [index, { id, duration_ms, peaks }] of sounds.entries()) {
    await store(id, tone(duration_ms, peaks, 220 + 55 * (index % 6)))
  }
  for (const { id } of faxes) await store(id, faxPage())
}

/** A PDF of one page of letter paper; the demo data states its size. */
export function faxPage(): Buffer {
  const text = 'BT /F1 18 Tf 72 700 Td (Lab results for the front desk) Tj ET'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = file.length
    file += `${index + 1} 0 obj${body}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
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
