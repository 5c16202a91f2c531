import { spawnSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { isRunning, recordOf } from '@/local/processes'

const { platform } = process
afterEach(() => {
  vi.unstubAllEnvs()
  Object.defineProperty(process, 'platform', { value: platform })
})

/** Small Linux images have none, and need none. */
const hasPs = spawnSync('ps', ['-p', String(process.pid)]).status === 0

test.runIf(hasPs)('a process that ps knows, as on macOS, is the same in every time zone', () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  vi.stubEnv('TZ', 'UTC')
  const record = recordOf(process.pid)
  if (!record) throw new Error('This process is not found.')
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(isRunning(record)).toBe(true)
})
