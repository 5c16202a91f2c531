import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AskingSwitch } from '@/lib/switch/admission'
import type { AgentUpdate, SharedRows } from '@/lib/switch/agent/agent-update'
import { toFile } from '@/lib/switch/agent/tenant-file'
import type { App } from '@/switch/app-client'
import { Mirror } from '@/switch/mirror'
import { snapshotOf } from '../../support/factories/snapshot'
import { aGateway } from '../../support/factories/snapshot-rows'

const SWITCH: AskingSwitch = {
  id: 'switch',
  switch_name: 'east',
  address: '192.0.2.1',
  internal_profile_port: 5060,
  external_profile_port: 5080,
  all_tenants: true,
  tenant_ids: [],
}
const DEAF = {
  commands: () => undefined,
  gateways: () => undefined,
  restored: () => undefined,
  phonesLost: () => undefined,
  messages: () => undefined,
  changed: () => undefined,
}

describe('a change of what all tenants share', () => {
  const IDS = ['5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b11', '5f9a3c52-6a4e-4b67-9d0b-0f3a5f6f2b12'] as const
  const [one, other] = IDS
  const own: Record<string, number> = { [one]: 5, [other]: 7 }
  let folder: string
  let shared: SharedRows
  let fetched: string[]
  let announced: string[][]
  let app: App
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mirror-'))
    Object.assign(own, { [one]: 5, [other]: 7 })
    shared = { version: 100, rows: { gateways: [aGateway('east')] } }
    fetched = []
    announced = []
    const versionOf = (id: string) => (own[id] ?? 0) + shared.version
    const ask: App['ask'] = async (path, body) => {
      if (!path.endsWith('/tenant')) {
        const versions = { [one]: versionOf(one), [other]: versionOf(other) }
        const update = { switch: SWITCH, tag: JSON.stringify(versions), versions, shared, commands: [] }
        return { ...update, voicemail: [], gateways: {}, pushed: true } satisfies AgentUpdate as never
      }
      const { id } = body as { id: string }
      fetched.push(id)
      const tenant = { ...snapshotOf({}).tenant, domain: `${id}.test` }
      const snapshot = { ...snapshotOf({}), ...shared.rows, tenant, version: versionOf(id) }
      return toFile({ snapshot, hashes: new Map() }) as never
    }
    app = { ask, post: async () => null as never, put: async () => undefined }
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const started = async () => {
    const changed = (tenants: string[]) => announced.push(tenants.toSorted())
    const mirror = new Mirror(app, folder, { ...DEAF, changed })
    await mirror.refresh()
    fetched.length = 0
    announced.length = 0
    return mirror
  }
  const heldBy = (mirror: Mirror) =>
    IDS.map((id) => mirror.tenantOf({ id })?.snapshot).map((held) => [
      held?.version,
      held?.gateways.map(({ enabled }) => enabled),
    ])
  const turnOff = () => {
    shared = { version: shared.version + 1, rows: { gateways: [aGateway('east', { enabled: false })] } }
  }

  test('reaches all of them without fetching them, and outlives a restart', async () => {
    const mirror = await started()
    turnOff()
    await mirror.refresh()
    const now = [
      [106, [false]],
      [108, [false]],
    ]
    expect([fetched, announced, heldBy(mirror)]).toEqual([[], [IDS], now])
    expect(heldBy(new Mirror(app, folder, DEAF))).toEqual(now)
  })

  test('has only those fetched that have changed themselves', async () => {
    const mirror = await started()
    turnOff()
    own[other] = 8
    await mirror.refresh()
    expect([fetched, announced]).toEqual([[other], [IDS]])
    expect(heldBy(mirror)).toEqual([
      [106, [false]],
      [109, [false]],
    ])
  })

  test('has all of them fetched once it has fallen, as after a restored backup, also for a restart', async () => {
    const mirror = await started()
    turnOff()
    await mirror.refresh()
    shared = { version: 99, rows: { gateways: [aGateway('east')] } }
    await mirror.refresh()
    expect(fetched.toSorted()).toEqual(IDS)
    const now = [
      [104, [true]],
      [106, [true]],
    ]
    expect([heldBy(mirror), heldBy(new Mirror(app, folder, DEAF))]).toEqual([now, now])
  })

  test('has one fetched that had changed between the news and its answer', async () => {
    const mirror = await started()
    const { ask } = app
    own[other] = 8
    app.ask = async (path, body, ...rest) => {
      if (path.endsWith('/tenant') && own[other] === 8) own[other] = 9
      return ask(path, body, ...rest)
    }
    await mirror.refresh()
    turnOff()
    await mirror.refresh()
    expect(fetched).toEqual([other, other])
    expect(heldBy(mirror)).toEqual([
      [106, [false]],
      [110, [false]],
    ])
  })
})
