import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { deliveredRecords } from '@/lib/cdr/post-body'
import { collectRecords } from '@/switch/kept-records'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const RECORD = '{"variables":{"uuid":"5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11"}}'
const at = watchedSwitch()
let folder: string
let kept: string[]
let isFull: boolean
beforeEach(() => {
  at.server.answers['global_getvar log_dir'] = at.storage
  folder = join(at.storage, 'json_cdr')
  mkdirSync(folder)
  kept = []
  isFull = false
})

const begin = () =>
  at.watch((source) =>
    collectRecords(source, async (body) => {
      if (isFull) throw new Error('No space is left on the device.')
      kept.push(body)
    }),
  )

/** A file as mod_json_cdr writes it, this many seconds ago. */
function left(name: string, text: string, age = 0): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  utimesSync(path, Date.now() / 1000 - age, Date.now() / 1000 - age)
  return path
}

test.each([
  ['as JSON', `${RECORD}\n`],
  ['as base64', `${Buffer.from(RECORD).toString('base64')}\n`],
  ['encoded as in a URL', `${encodeURIComponent(RECORD)}\n`],
])('a call record that the switch kept %s is collected, and its file is removed', async (_, text) => {
  const path = left('5f9a3c52.cdr.json', text)
  begin()
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(kept.flatMap(deliveredRecords).map(({ json }) => json)).toEqual([JSON.parse(RECORD)])
})

test('a record that is still being written is collected when it is whole, one that was cut off as it is', async () => {
  const path = left('whole.cdr.json', RECORD.slice(0, 20))
  left('cut.cdr.json', RECORD.slice(0, 30), 60)
  begin()
  // A file is removed only after its record is kept.
  await expect.poll(() => readdirSync(folder)).toEqual(['whole.cdr.json'])
  expect(kept).toEqual([RECORD.slice(0, 30)])
  writeFileSync(path, `${RECORD}\n`)
  await expect.poll(() => readdirSync(folder)).toEqual([])
  expect(kept.at(-1)).toBe(`${RECORD}\n`)
})

test('a record that cannot be read does not hold up the others', async () => {
  mkdirSync(join(folder, '0.cdr.json'))
  const path = left('1.cdr.json', `${RECORD}\n`)
  begin()
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(kept).toEqual([`${RECORD}\n`])
})

test('a record stays with the switch until it is kept, and other files stay there', async () => {
  isFull = true
  const path = left('5f9a3c52.cdr.json', `${RECORD}\n`)
  left('notes.txt', 'of somebody else\n')
  begin()
  await expect.poll(() => at.server.commands).toContain('api global_getvar log_dir')
  await at.stop()
  expect(existsSync(path)).toBe(true)
  isFull = false
  begin()
  await expect.poll(() => readdirSync(folder)).toEqual(['notes.txt'])
  expect(kept).toEqual([`${RECORD}\n`])
})
