import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentUpdate } from '@/lib/switch/agent/protocol'
import { toFile } from '@/lib/switch/agent/tenant-file'
import { type App, AppFailure } from '@/switch/app-client'
import { Mirror } from '@/switch/mirror'
import { snapshotOf } from '../../support/factories/snapshot'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirror-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** An app that serves two tenants; `failing` names those that it cannot give at the moment. */
function appWith(failing: Set<string>): App {
  const update = {
    switch: { id: 'switch', name: 'Switch', serves: null },
    tag: 'tag',
    versions: { first: 1, second: 1 },
    commands: [],
    voicemail: [],
    gateways: {},
  } as unknown as AgentUpdate
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    if (path.endsWith('/news')) return update
    const { id } = body as { id: string }
    if (failing.has(id)) throw new AppFailure(path, 503, 'Busy.')
    return toFile({ snapshot: { ...snapshotOf({}), version: 1 }, hashes: new Map() })
  }
  return { ask: ask as App['ask'], post: ask as App['post'], put: async () => undefined }
}

test('what has arrived of a change is announced once, even if a part of it fails', async () => {
  const failing = new Set(['second'])
  const announced: string[][] = []
  const mirror = new Mirror(appWith(failing), folder, {
    commands: () => undefined,
    gateways: () => undefined,
    messages: () => undefined,
    changed: (tenants) => announced.push(tenants),
  })
  await expect(mirror.refresh()).rejects.toThrow('Busy.')
  expect(announced).toEqual([['first']])
  failing.clear()
  await mirror.refresh()
  expect(announced).toEqual([['first'], ['second']])
})
