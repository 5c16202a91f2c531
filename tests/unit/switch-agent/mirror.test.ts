import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashOfVersions } from '@/lib/switch/admission'
import type { AgentUpdate } from '@/lib/switch/agent/agent-update'
import { INSTALLATION } from '@/lib/switch/agent/installation'
import { toFile } from '@/lib/switch/agent/tenant-file'
import { type App, appAt, AppFailure } from '@/switch/app-client'
import { AppFollower } from '@/switch/follow-app'
import { Mirror } from '@/switch/mirror'
import { snapshotOf } from '../../support/factories/snapshot'
import { refusal } from '../../support/switch/refusal'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mirror-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** Lets time pass, as far as it is measured. */
function skip(ms: number) {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}
const logged = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

/** An app that serves two tenants; `failing` names those that it fails to give at the moment. */
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
    if (failing.has(id)) throw new AppFailure(path, 500, 'Broken.')
    return toFile({ snapshot: { ...snapshotOf({}), version: 1 }, hashes: new Map() })
  }
  return { ask: ask as App['ask'], post: ask as App['post'], put: async () => undefined }
}

const DEAF = {
  commands: () => undefined,
  gateways: () => undefined,
  messages: () => undefined,
  restored: () => undefined,
  phonesLost: () => undefined,
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
  const log = logged()
  await mirror.refresh()
  expect(announced).toEqual([['first']])
  await mirror.refresh()
  expect(log).toHaveBeenCalledOnce()
  failing.clear()
  skip(60_000)
  await mirror.refresh()
  await mirror.refresh()
  expect(announced).toEqual([['first'], ['second']])
})

test('an agent is told of the tenants that have changed, and asks for all where those are not complete', async () => {
  const whole = { first: 1, second: 1 }
  const news = [
    { tag: 'one', at: 10, versions: whole, versions_hash: hashOfVersions(whole) },
    {
      tag: 'two',
      at: 20,
      versions: { second: 5 },
      versions_hash: hashOfVersions({ first: 1, second: 5 }),
      changed_only: true,
    },
    // Another is gone.
    { tag: 'three', at: 30, versions: {}, versions_hash: hashOfVersions({ second: 5 }), changed_only: true },
    { tag: 'three', at: 40, versions: { second: 5 }, versions_hash: hashOfVersions({ second: 5 }) },
    // It was exchanged for one of the same version.
    { tag: 'four', at: 50, versions: {}, versions_hash: hashOfVersions({ third: 5 }), changed_only: true },
    { tag: 'four', at: 60, versions: { third: 5 }, versions_hash: hashOfVersions({ third: 5 }) },
  ]
  const app = appWith(new Set(), news[0] as Partial<AgentUpdate>)
  const known: unknown[] = []
  const fetched: unknown[] = []
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const asked = body as { known: string | null; id: string }
    if (!path.endsWith('/news')) {
      fetched.push(asked.id)
      return toFile({
        snapshot: { ...snapshotOf({}), version: asked.id === 'first' ? 1 : 5 },
        hashes: new Map(),
      })
    }
    const update = { ...(await app.ask<AgentUpdate>(path, body)), ...news[known.length] }
    known.push(asked.known)
    return update
  }
  const mirror = new Mirror({ ...app, ask: ask as App['ask'] }, folder, DEAF)
  while (known.length < news.length) await mirror.refresh()
  expect(known).toEqual([null, 'one 10', 'two 20', null, 'three 40', null])
  expect(mirror.size).toBe(1)
  expect(fetched).toEqual(expect.arrayContaining(['first', 'second', 'third']))
})

test.each([
  ['the app fails with', () => Promise.reject(new AppFailure('/', 500, 'Broken.'))],
  ['take too long', () => Promise.reject(new DOMException('Too late.', 'TimeoutError'))],
  ['are cut off', async () => JSON.parse('{"snapshot":') as unknown],
  ['are given as something else', async () => ({ snapshot: {}, hashes: [] })],
])('tenants that %s do not keep the agent from those after them', async (_how, answer) => {
  const failing = ['a', 'b', 'c', 'd', 'e']
  const versions = Object.fromEntries(['first', ...failing, 'last'].map((id) => [id, 1]))
  const app = appWith(new Set(), { versions })
  const ask: App['ask'] = (path, body) =>
    failing.includes((body as { id?: string }).id ?? '') ? (answer() as never) : app.ask(path, body)
  const log = logged()
  const mirror = new Mirror({ ...app, ask }, folder, DEAF)
  await mirror.refresh()
  expect(mirror.size).toBe(2)
  expect(log).toHaveBeenCalledTimes(failing.length)
})

test('an agent works, and polls the app, while one tenant cannot be fetched', async () => {
  const log = logged()
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const failing = new Set(['second'])
  const mirror = new Mirror(appWith(failing, { pushed: true }), folder, DEAF)
  expect(await mirror.follow(RUNNING)).toMatchObject({ pushed: false, complete: true })
  const stopping = new AbortController()
  const follower = new AppFollower(new Mirror(appWith(failing), join(folder, 'other'), DEAF))
  const running = follower.run(stopping.signal)
  await follower.known
  expect(follower.isThere).toBe(true)
  expect(log.mock.calls.flat().join()).not.toContain('not answering')
  stopping.abort()
  await running
  failing.clear()
  skip(60_000)
  expect(await mirror.follow(RUNNING)).toMatchObject({ pushed: true, complete: true })
  expect(mirror.size).toBe(2)
})

test('an app that is away or busy, or refuses the secret, is asked for no further tenant', async () => {
  const versions = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`tenant ${at}`, 1]))
  const answers = [401, 403, 502, 503, 504].map((status) => new AppFailure('/', status, 'Not now.'))
  for (const failure of [new TypeError('fetch failed'), ...answers]) {
    const app = appWith(new Set(), { versions })
    let asked = 0
    const ask: App['ask'] = async (path, body) => {
      if (path.endsWith('/news')) return app.ask(path, body)
      asked += 1
      throw failure
    }
    await expect(new Mirror({ ...app, ask }, folder, DEAF).refresh()).rejects.toBe(failure)
    expect(asked).toBe(4)
  }
})

test('a change governs calls that cannot be stored, and is stored once it can', async () => {
  const mirror = new Mirror(appWith(new Set()), folder, DEAF)
  const beside = ['switch.json.new', 'tenants/first.json.new'].map((name) => join(folder, name))
  // Nothing can be written where a folder is.
  for (const path of beside) mkdirSync(path)
  await mirror.refresh()
  expect(mirror.size).toBe(2)
  expect(readdirSync(join(folder, 'tenants')).toSorted()).toEqual(['first.json.new', 'second.json'])
  for (const path of beside) rmSync(path, { recursive: true })
  await mirror.refresh()
  expect(readdirSync(join(folder, 'tenants')).toSorted()).toEqual(['first.json', 'second.json'])
  expect(readdirSync(folder).toSorted()).toEqual(['switch.json', 'tenants'])
})

const IDS = ['5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11', '5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b12']

test.each(['', 'null', '{"snapshot":null}', '{"snapshot":{"tenant"', '[]'])(
  'a tenant whose file is damaged (“%s”) is fetched again, and the others are answered from disk',
  async (damage) => {
    const [damaged = '', whole = ''] = IDS
    const app = appWith(new Set(), { versions: { [damaged]: 1, [whole]: 1 } })
    await new Mirror(app, folder, DEAF).refresh()
    writeFileSync(join(folder, 'tenants', `${damaged}.json`), damage)
    const mirror = new Mirror(app, folder, DEAF)
    expect(mirror.size).toBe(1)
    expect(mirror.tenantOf({ id: whole })).toBeDefined()
    await mirror.refresh()
    expect(mirror.tenantOf({ id: damaged })).toBeDefined()
  },
)

test('an agent whose file about the switch is damaged starts, and waits for the app', async () => {
  await new Mirror(appWith(new Set()), folder, DEAF).refresh()
  writeFileSync(join(folder, 'switch.json'), '{"id":')
  const mirror = new Mirror(appWith(new Set()), folder, DEAF)
  expect(mirror.switch).toBeUndefined()
  await mirror.refresh()
  expect(mirror.switch).toMatchObject({ id: 'switch' })
})

test('all tenants are fetched again once one is at an older version, as after a restored backup', async () => {
  const versions: Record<string, number> = { first: 2, second: 2 }
  const app = appWith(new Set(), { versions })
  const fetched: string[] = []
  const ask: App['ask'] = async (path, body) => {
    if (!path.endsWith('/tenant')) return app.ask(path, body)
    const { id } = body as { id: string }
    fetched.push(id)
    const state = { snapshot: { ...snapshotOf({}), version: versions[id] ?? 0 }, hashes: new Map() }
    return toFile(state) as never
  }
  const mirror = new Mirror({ ...app, ask }, folder, DEAF)
  await mirror.refresh()
  versions.first = 3
  await mirror.refresh()
  expect(fetched.splice(0).toSorted()).toEqual(['first', 'first', 'second'])
  // The second one has changed twice since, in other ways.
  versions.first = 1
  await mirror.refresh()
  expect(fetched.splice(0).toSorted()).toEqual(['first', 'second'])
  await mirror.refresh()
  expect(fetched).toEqual([])
})

test('a tenant that is no longer served is announced like a change', async () => {
  const versions: Record<string, number> = { first: 1, second: 1 }
  const announced: string[][] = []
  const mirror = new Mirror(appWith(new Set(), { versions }), folder, {
    ...DEAF,
    changed: (tenants) => announced.push(tenants.toSorted()),
  })
  await mirror.refresh()
  delete versions.second
  await mirror.refresh()
  expect(announced).toEqual([['first', 'second'], ['second']])
})

/** An app that refuses the switch's secret; `installation` says which one it is, unless it is a proxy that answers. */
const refusing = (installation?: string): App['ask'] =>
  async function (path) {
    throw new AppFailure(
      path,
      401,
      'Refused.',
      new Headers(installation ? { [INSTALLATION]: installation } : {}),
    )
  }

test('everything is removed once the app refuses the secret, also what an earlier run left', async () => {
  const app = appWith(new Set(), { installation: 'ours' })
  await new Mirror(app, folder, DEAF).refresh()
  const known = new Mirror({ ...app, ask: refusing('ours') }, folder, DEAF)
  await expect(known.refresh()).rejects.toThrow('Refused.')
  expect(readdirSync(join(folder, 'tenants'))).toEqual([])
  expect(known.switch).toBeUndefined()
  await new Mirror(app, folder, DEAF).refresh()
  rmSync(join(folder, 'switch.json'))
  await expect(new Mirror({ ...app, ask: refusing('ours') }, folder, DEAF).refresh()).rejects.toThrow(
    'Refused.',
  )
  expect(readdirSync(join(folder, 'tenants'))).toEqual([])
})

test.each([
  ['an app that was started in its place, before the backup is restored', 'empty'],
  ['a proxy that asks for a password', undefined],
])('calls go on when the secret is refused by %s', async (_who, installation) => {
  const [id = ''] = IDS
  const app = appWith(new Set(), { installation: 'ours', versions: { [id]: 1 } })
  let ask = app.ask
  const mirror = new Mirror({ ...app, ask: (path, body) => ask(path, body) as never }, folder, DEAF)
  await mirror.refresh()
  ask = refusing(installation)
  await expect(mirror.refresh()).rejects.toThrow('Refused.')
  for (const each of [mirror, new Mirror({ ...app, ask }, folder, DEAF)]) {
    expect(each.switch).toMatchObject({ id: 'switch' })
    expect(each.tenantOf({ id })).toBeDefined()
  }
  ask = refusing('ours')
  await expect(mirror.refresh()).rejects.toThrow('Refused.')
  expect(mirror.tenantOf({ id })).toBeUndefined()
})

test('a tenant that the app no longer knows is dropped, unless a proxy says so', async () => {
  const [id = ''] = IDS
  const app = appWith(new Set(), { versions: { [id]: 1 } })
  let ask = app.ask
  const mirror = new Mirror({ ...app, ask: (path, body) => ask(path, body) as never }, folder, DEAF)
  await mirror.refresh()
  const changed = appWith(new Set(), { versions: { [id]: 2 } })
  const unknown = (by?: 'app'): App['ask'] =>
    async function (path, body) {
      if (path.endsWith('/tenant')) throw refusal(404, by)
      return changed.ask(path, body)
    }
  ask = unknown()
  await expect(mirror.refresh()).rejects.toThrow('404')
  expect(mirror.tenantOf({ id })).toBeDefined()
  ask = unknown('app')
  await mirror.refresh()
  expect(mirror.tenantOf({ id })).toBeUndefined()
})

test('a restored database is told of once, and not because the agent has just started', async () => {
  const restored = vi.fn()
  let app = appWith(new Set(), { renewed: 'in May' })
  const ask: App['ask'] = (path, body) => app.ask(path, body)
  const mirror = new Mirror({ ...app, ask }, folder, { ...DEAF, restored })
  for (let times = 0; times < 2; times += 1) await mirror.refresh()
  expect(restored).not.toHaveBeenCalled()
  app = appWith(new Set(), { renewed: 'in June' })
  for (let times = 0; times < 2; times += 1) await mirror.refresh()
  expect(restored).toHaveBeenCalledOnce()
})

test('phones that the app took for lost are told of once, and not because the agent has just started', async () => {
  const phonesLost = vi.fn()
  let app = appWith(new Set(), { phones_lost_at: null })
  const ask: App['ask'] = (path, body) => app.ask(path, body)
  const mirror = new Mirror({ ...app, ask }, folder, { ...DEAF, phonesLost })
  for (let times = 0; times < 2; times += 1) await mirror.refresh()
  expect(phonesLost).not.toHaveBeenCalled()
  app = appWith(new Set(), { phones_lost_at: 'in June' })
  for (let times = 0; times < 2; times += 1) await mirror.refresh()
  expect(phonesLost).toHaveBeenCalledOnce()
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
  // Also until they are on disk, which takes its time on a busy machine.
  await expect.poll(async () => (await mirror.follow(RUNNING)).complete).toBe(true)
  expect(mirror.size).toBe(2)
  expect(waits.splice(0).slice(0, 2)).toEqual([true, false])
  await expect.poll(async () => (await mirror.follow(RUNNING)).complete).toBe(true)
  expect(waits[0]).toBe(true)
})

test('a request that the app holds ends as soon as the agent is stopped, and the app is told', async () => {
  const held = createServer()
  held.listen(0, '127.0.0.1')
  await once(held, 'listening')
  const { port } = held.address() as AddressInfo
  const mirror = new Mirror(appAt(`http://127.0.0.1:${port}`, 'east', 'secret'), folder, DEAF)
  const stopping = new AbortController()
  const asked = once(held, 'request')
  const following = mirror.follow(stopping.signal)
  const [request] = (await asked) as [IncomingMessage]
  const gone = once(request.socket, 'close')
  stopping.abort()
  await expect(following).rejects.toThrow('aborted')
  await gone
  held.close()
})
