import { beforeEach, expect, test } from 'vitest'
import type { GatewayVersions } from '@/lib/switch/agent/protocol'
import { Gateways } from '@/switch/gateways'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const RESCAN = ['api reloadacl', 'api sofia profile external rescan']
const kill = (name: string) => `api sofia profile external killgw ${name}`

const at = watchedSwitch()
let gateways: Gateways
beforeEach(() => {
  at.watch((source) => {
    gateways = new Gateways(source)
    return gateways.watch()
  })
})

/** What the agent has a switch do that has loaded some gateways, when staff have others. */
async function commandsFor(loaded: GatewayVersions, wanted: GatewayVersions): Promise<string[]> {
  at.server.answers = { 'hash select/trunkline/gateways': new URLSearchParams(loaded).toString() }
  gateways.listed(wanted)
  const stored = `api hash insert/trunkline/gateways/${new URLSearchParams(wanted)}`
  await expect.poll(() => at.server.commands.at(-1)).toBe(stored)
  return at.server.commands.filter((command) => !command.includes('hash '))
}

test('a new gateway is loaded, and the others are left alone', async () => {
  const east = { east: 'one.all' }
  expect(await commandsFor(east, { ...east, west: 'two.all' })).toEqual(RESCAN)
})

test('a changed gateway is loaded anew, and a removed one is gone', async () => {
  const commands = await commandsFor(
    { changed: 'one.all', removed: 'two.all', same: 'three.all' },
    { changed: 'other.all', same: 'three.all' },
  )
  expect(commands).toEqual([kill('changed'), kill('removed'), ...RESCAN])
})

test('a carrier’s new address is accepted without a new connection', async () => {
  expect(await commandsFor({ east: 'one.some' }, { east: 'one.more' })).toEqual(RESCAN)
})

test('a switch that has just started keeps the gateways it has loaded', async () => {
  expect(await commandsFor({}, { east: 'one.all' })).toEqual(RESCAN)
})

test('nothing is done while nothing changes', async () => {
  const east = { east: 'one.all' }
  await commandsFor({}, east)
  const before = at.server.commands.length
  at.server.answers = { 'hash select/trunkline/gateways': new URLSearchParams(east).toString() }
  gateways.listed({ ...east })
  at.server.drop()
  // Connected again, it only looks at what the switch keeps.
  await expect.poll(() => at.server.commands.length, { timeout: 10_000 }).toBe(before + 1)
  expect(at.server.commands.at(-1)).toBe('api hash select/trunkline/gateways')
})
