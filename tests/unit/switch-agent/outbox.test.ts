import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  type StatsFs,
  statSync,
  writeFileSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Outbox } from '@/switch/outbox'

vi.mock(import('node:fs/promises'), async (original) => {
  const actual = await original()
  return { ...actual, statfs: vi.fn(actual.statfs) as unknown as typeof actual.statfs }
})

const MANY = 10_000
const MEGABYTES = 64 * 1024 * 1024
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bodies = async (outbox: Outbox) => (await outbox.oldest(MANY, MEGABYTES)).map(({ body }) => body)
const lastOf = async (outbox: Outbox, count = MANY) =>
  (await outbox.oldest(count, MEGABYTES)).at(-1)?.sequence ?? 0
/** Marks so many of the oldest entries as delivered. */
const deliver = async (outbox: Outbox, count: number) => outbox.delivered(await lastOf(outbox, count))

describe('the outbox', () => {
  test('returns the oldest entries of one kind, in order, until they are delivered', async () => {
    const outbox = await Outbox.open(folder)
    await Promise.all(['one', 'two', 'three'].map((body) => outbox.append('call record', body)))
    await outbox.append('registered', 'four')
    expect(await bodies(outbox)).toEqual(['one', 'two', 'three'])
    expect(await bodies(outbox)).toEqual(['one', 'two', 'three'])
    await deliver(outbox, 2)
    expect(await bodies(outbox)).toEqual(['three'])
    await deliver(outbox, 1)
    expect(await outbox.oldest(MANY, MEGABYTES)).toMatchObject([{ kind: 'registered', body: 'four' }])
    await outbox.close()
  })

  test('returns no more entries than fit in a request, but always at least one', async () => {
    const outbox = await Outbox.open(folder)
    for (const body of ['a'.repeat(500), 'b', 'c', 'd']) await outbox.append('call record', body)
    expect(await outbox.oldest(MANY, 100)).toHaveLength(1)
    await deliver(outbox, 1)
    expect((await outbox.oldest(2, MEGABYTES)).map(({ body }) => body)).toEqual(['b', 'c'])
    await outbox.close()
  })

  test('resumes after a restart under the same name, with sequences that never repeat', async () => {
    const before = await Outbox.open(folder)
    for (const body of ['one', 'two']) await before.append('call record', body)
    await deliver(before, 1)
    const { id } = before
    await before.close()

    const between = await Outbox.open(folder)
    expect(between.id).toBe(id)
    expect(await bodies(between)).toEqual(['two'])
    const first = await lastOf(between)
    await deliver(between, 1)
    await between.close()
    expect(statSync(join(folder, 'outbox.log')).size).toBe(0)

    const after = await Outbox.open(folder)
    await after.append('call record', 'three')
    expect(await bodies(after)).toEqual(['three'])
    expect(await lastOf(after)).toBeGreaterThan(first)
    await after.close()
  })

  test('has no sequence again after it was put back from a backup', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T02:00:00Z'))
    onTestFinished(() => clock.mockRestore())
    const outbox = await Outbox.open(join(folder, 'lost'))
    for (const body of ['one', 'two']) await outbox.append('call record', body)
    await deliver(outbox, 1)
    cpSync(join(folder, 'lost'), join(folder, 'backup'), { recursive: true })
    for (const body of ['three', 'four', 'five']) await outbox.append('call record', body)
    const last = await lastOf(outbox)
    await outbox.close()

    clock.mockReturnValue(Date.parse('2026-03-01T14:00:00Z'))
    const back = await Outbox.open(join(folder, 'backup'))
    expect([back.id, await bodies(back)]).toEqual([outbox.id, ['two']])
    await back.append('call record', 'new')
    expect(await lastOf(back)).toBeGreaterThan(last)
    await back.close()
  })

  test('drops a torn line', async () => {
    const before = await Outbox.open(folder)
    await before.append('call record', 'one')
    await before.close()
    appendFileSync(join(folder, 'outbox.log'), '{"sequence":2,"kind":"call rec')
    const after = await Outbox.open(folder)
    await after.append('call record', 'two')
    await after.close()
    expect(readFileSync(join(folder, 'outbox.log'), 'utf8').trim().split('\n')).toHaveLength(2)
    const again = await Outbox.open(folder)
    expect(await bodies(again)).toEqual(['one', 'two'])
    await again.close()
  })

  test('keeps what is readable around a damaged line, under a new name', async () => {
    const before = await Outbox.open(folder)
    for (const body of ['one', 'two', 'three']) await before.append('call record', body)
    await deliver(before, 1)
    await before.close()
    const path = join(folder, 'outbox.log')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*"two".*$/m, '\0\0\0'))
    const after = await Outbox.open(folder)
    expect(await bodies(after)).toEqual(['three'])
    expect(after.id).not.toBe(before.id)
    await after.append('call record', 'four')
    await deliver(after, 2)
    await after.close()
    const again = await Outbox.open(folder)
    expect([again.id, await bodies(again)]).toEqual([after.id, []])
    await again.close()
  })

  test.each(['', '{"outbox":', 'null'])(
    'delivers everything in it again under a new name if its mark is “%s”',
    async (mark) => {
      const before = await Outbox.open(folder)
      for (const body of ['one', 'two']) await before.append('call record', body)
      await deliver(before, 1)
      await before.close()
      writeFileSync(join(folder, 'delivered.json'), mark)
      const after = await Outbox.open(folder)
      expect(await bodies(after)).toEqual(['one', 'two'])
      expect(after.id).not.toBe(before.id)
      await after.close()
    },
  )

  test('on a full disk, rejects call records, lets events wait in order, and can be emptied', async () => {
    const script = join(import.meta.dirname, '../../support/full-outbox.ts')
    // Half a megabyte a file stands for a full disk: to a process, both are a write that fails.
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -f 1000; exec "$0" "$@"',
      process.execPath,
      script,
      folder,
    ])
    expect(JSON.parse(stdout)).toEqual({
      records: expect.any(Number),
      rejected: 'EFBIG',
      events: ['one', 'two', 'three'],
    })
  })

  test('trims delivered entries from its file and keeps the rest', async () => {
    const outbox = await Outbox.open(folder)
    const large = 'x'.repeat(1024 * 1024)
    for (let n = 0; n < 12; n++) await outbox.append('call record', `${n} ${large}`)
    await deliver(outbox, 10)
    expect(statSync(join(folder, 'outbox.log')).size).toBeLessThan(3 * 1024 * 1024)
    await outbox.append('call record', 'last')
    expect((await bodies(outbox)).map((body) => body.slice(0, 4).trim())).toEqual(['10 x', '11 x', 'last'])
    await outbox.close()
    const again = await Outbox.open(folder)
    expect(again.size).toBe(3)
    await again.close()
  })

  test('copies no more than has waited while that is delivered, and nothing where the disk has little room', async () => {
    const outbox = await Outbox.open(folder)
    const large = 'x'.repeat(1024 * 1024)
    await Promise.all(Array.from({ length: 40 }, (_, n) => outbox.append('call record', `${n} ${large}`)))
    const file = () => statSync(join(folder, 'outbox.log'))
    const { size } = file()
    vi.mocked(statfs).mockResolvedValueOnce({ bavail: 10, bsize: 1024 * 1024 } as StatsFs)
    let copied = 0
    while (outbox.size > 4) {
      const before = file().ino
      await deliver(outbox, 4)
      if (outbox.size > 14) expect(file().size).toBe(size)
      if (file().ino !== before) copied += file().size
    }
    expect(copied).toBeGreaterThan(0)
    expect(copied).toBeLessThan(size)
    expect((await bodies(outbox)).map((body) => body.slice(0, 2))).toEqual(['36', '37', '38', '39'])
    await outbox.close()
  })

  test('is readable by its owner only', async () => {
    const outbox = await Outbox.open(folder)
    await outbox.append('call record', 'one')
    await outbox.close()
    for (const name of ['outbox.log', 'delivered.json'])
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  })

  test.each([60, 150, 400])('holds everything it reported as saved when killed after %i ms', async (ms) => {
    const writer = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../support/outbox-writer.ts'), folder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let told = ''
    writer.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      told += chunk
    })
    while (told.split('\n').length <= 3) await once(writer.stdout, 'data')
    setTimeout(() => writer.kill('SIGKILL'), ms)
    await once(writer, 'close')

    const outbox = await Outbox.open(folder)
    const kept = (await bodies(outbox)).map((body) => (JSON.parse(body) as { number: number }).number)
    const numbers = told.split('\n').slice(0, -1).map(Number)
    expect(numbers.length).toBeGreaterThan(2)
    expect(kept).toEqual(expect.arrayContaining(numbers))
    expect(new Set(kept).size).toBe(kept.length)
    await outbox.close()
  })
})
