import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { watchCachedSounds } from '@/switch/cached-sounds'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const at = watchedSwitch()

test('cached sounds of which only a part has arrived are deleted, and all others stay', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const folder = join(at.storage, 'http_file_cache')
  mkdirSync(folder)
  const url = 'https://app.test:3000/api/switch/sounds/east/5ec3e7/5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11.wav'
  const etag = '"5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11"'
  const cached = (name: string, meta: string, sound?: string) => {
    writeFileSync(join(folder, `${name}.meta`), `2082758400:${meta}\0`)
    if (sound !== undefined) writeFileSync(join(folder, `${name}.wav`), sound)
  }
  cached('whole', `${url}::${etag}:5:wav`, 'sound')
  cached('partial', `${url}::${etag}:5:wav`, 'sou')
  cached('missing', `${url}::${etag}:5:wav`)
  cached('unknown', `${url}::${etag}::wav`, 'sou')
  cached('foreign', `https://other.test/music.wav:::5:wav`, 'mus')
  writeFileSync(join(folder, 'arriving.wav'), 's')
  at.watch(watchCachedSounds)
  await expect
    .poll(() => readdirSync(folder).toSorted())
    .toEqual([
      'arriving.wav',
      'foreign.meta',
      'foreign.wav',
      'unknown.meta',
      'unknown.wav',
      'whole.meta',
      'whole.wav',
    ])
  expect(logged).toHaveBeenCalledTimes(2)
  logged.mockRestore()
})
