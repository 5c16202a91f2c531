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
function appWith(failing: Set<string>, more: Partial<AgentUpdate> = {}): App {
  const update = {
    switch: { id: 'switch', name: 'Switch', serves: null },
    tag: 'tag',
    versions: { first: 1, second: 1 },
    commands: [],
    voicemail: [],
    gateways: {},
    ...more,
  } as unknown as AgentUpdate
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    if (path.endsWith('/news')) return update
    const { id } = body as { id: string }
    if (failing.has(id)) throw new AppFailure(path, 503, 'Busy.')
    return toFile({ snapshot: { ...snapshotOf({}), version: 1 }, hashes: new Map() })
  }
  return { ask: ask as App['ask'], post: ask as App['post'], put: async () => undefined }
}

const DEAF = {
  commands: () => undefined,
  gateways: () => undefined,
  messages: () => undefined,
  changed: () => undefined,
}
const RUNNING = new AbortController().signal

test('what has arrived of a change is announced once, even if a part of it fails', async () => {
  const failing = new Set(['second'])
  const announced: string[][] = []
  const mirror = new Mirror(appWith(failing), folder, {
    ...DEAF,
    changed: (tenants) => announced.push(tenants),
  })
  await expect(mirror.refresh()).rejects.toThrow('Busy.')
  expect(announced).toEqual([['first']])
  failing.clear()
  await mirror.refresh()
  expect(announced).toEqual([['first'], ['second']])
})

test('an app that pushes no changes, or is older than that, is to be polled', async () => {
  for (const [more, pushed] of [
    [{ pushed: true }, true],
    [{ pushed: false }, false],
    [{}, false],
  ] as const) {
    const mirror = new Mirror(appWith(new Set(), more), folder, DEAF)
    expect(await mirror.follow(RUNNING)).toMatchObject({ pushed })
  }
})

test('a change is fetched at once while another request is held', async () => {
  const app = appWith(new Set())
  let release: (() => void) | undefined
  const held = new Promise<void>((done) => {
    release = done
  })
  const ask: App['ask'] = async (path, body) => {
    if ((body as { wait?: boolean }).wait) await held
    return app.ask(path, body)
  }
  const mirror = new Mirror({ ...app, ask }, folder, DEAF)
  const following = mirror.follow(RUNNING)
  await mirror.refresh()
  expect(mirror.size).toBe(2)
  release?.()
  await following
})

test('commands and gateways do not wait for tenants that take long to fetch', async () => {
  const more: Partial<AgentUpdate> = { gateways: { east: 'one.all' }, pushed: true }
  const app = appWith(new Set(), more)
  let release: (() => void) | undefined
  const slow = new Promise<void>((done) => {
    release = done
  })
  const waits: (boolean | undefined)[] = []
  const ask: App['ask'] = async (path, body) => {
    if (path.endsWith('/tenant')) await slow
    else waits.push((body as { wait?: boolean }).wait)
    return app.ask(path, body)
  }
  const told: unknown[] = []
  const mirror = new Mirror({ ...app, ask }, folder, {
    ...DEAF,
    gateways: (versions) => told.push(versions),
    commands: (commands) => told.push(commands),
  })
  await mirror.follow(RUNNING)
  Object.assign(await app.ask<AgentUpdate>('/news', {}), {
    gateways: { east: 'two.all' },
    commands: [{ id: 'ring' }],
  })
  expect(await mirror.follow(RUNNING)).toMatchObject({ complete: false })
  expect(told).toEqual([{ east: 'one.all' }, [{ id: 'ring' }], { east: 'two.all' }])
  expect(mirror.size).toBe(0)
  release?.()
  await expect.poll(() => mirror.size).toBe(2)
  expect(await mirror.follow(RUNNING)).toMatchObject({ complete: true })
  expect(waits).toEqual([true, false, true])
})
