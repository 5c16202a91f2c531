import { beforeEach, describe, expect, test } from 'vitest'
import type { GatewayVersions } from '@/lib/switch/agent/agent-update'
import type { GatewayAccount } from '@/lib/switch/configuration/sofia'
import { type FetchedGateways, Gateways } from '@/switch/gateways'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const RESCAN = ['api sofia profile external rescan', 'api reloadacl']
const kill = (name: string) => `api sofia profile external killgw ${name}`
const text = (versions: GatewayVersions) =>
  `,${Object.entries(versions)
    .map(([name, version]) => `${name}=${version}`)
    .join(',')}`
const stored = (versions: GatewayVersions) => `api hash insert/trunkline/gateways/${text(versions)}`
const EAST = { east: 'one.all' }
/** What a FreeSWITCH replies that has just started. */
const NOTHING_KEPT = '-ERR no reply'

const account = (name: string, more: Partial<GatewayAccount> = {}): GatewayAccount => ({
  name,
  host: `${name}.carrier.example`,
  port: 5060,
  transport: 'udp',
  register: false,
  username: '',
  from_domain: '',
  from_user: '',
  expire_seconds: 3600,
  ping_seconds: 30,
  trusted_addresses: [],
  enabled: true,
  password: null,
  ...more,
})

const at = watchedSwitch()
let gateways: Gateways
let appAnswers: boolean
/** What the switch was given at its start, and what it gets now. */
let fetched: FetchedGateways
beforeEach(() => {
  appAnswers = true
  fetched = { given: undefined, gateways: [] }
  at.server.answers = { 'hash select/trunkline/gateways': NOTHING_KEPT }
  at.watch((source) => {
    const fetch = async () => {
      if (!appAnswers) throw new Error('The app is away.')
      return fetched
    }
    gateways = new Gateways({ ...source, fetch })
    return gateways.watch()
  })
})
/** What it had the switch do, without what it asked. */
const done = () => at.server.commands.filter((command) => !/hash |module_exists|fsctl/.test(command))
const keeps = (versions: GatewayVersions) => {
  at.server.answers = { 'hash select/trunkline/gateways': text(versions) }
}

/** What the agent has a switch do that has loaded some gateways, when staff have others. */
async function commandsFor(loaded: GatewayVersions, wanted: GatewayVersions): Promise<string[]> {
  keeps(loaded)
  gateways.listed(wanted)
  await expect.poll(() => at.server.commands.at(-1)).toBe(stored(wanted))
  return done()
}

test('a new gateway is loaded as it is now, even if a rescan has loaded it as it was, and the others are left alone', async () => {
  expect(await commandsFor(EAST, { ...EAST, west: 'two.all' })).toEqual([kill('west'), ...RESCAN])
})

test('a changed gateway is reloaded, and a removed one is gone', async () => {
  const commands = await commandsFor(
    { changed: 'one.all', removed: 'two.all', same: 'three.all' },
    { changed: 'other.all', same: 'three.all' },
  )
  expect(commands).toEqual([kill('changed'), kill('removed'), ...RESCAN])
})

test('the only gateway is loaded again after it was off', async () => {
  expect(await commandsFor(EAST, {})).toEqual([kill('east'), ...RESCAN])
  expect(await commandsFor({}, EAST)).toEqual([kill('east'), ...RESCAN, kill('east'), ...RESCAN])
})

test('a carrier’s new address is accepted without a new connection', async () => {
  expect(await commandsFor({ east: 'one.some' }, { east: 'one.more' })).toEqual(RESCAN)
})

describe('a switch that has just started', () => {
  const commandsAtFirst = async (given: GatewayAccount[] | undefined, now: GatewayAccount[]) => {
    fetched = { given, gateways: now }
    gateways.listed(EAST)
    await expect.poll(() => at.server.commands.at(-1)).toBe(stored(EAST))
    return done()
  }

  test('keeps the gateways it has loaded', async () => {
    at.server.answers = { ...at.server.answers, 'acl ': 'true' }
    const now = [account('east', { trusted_addresses: ['192.0.2.7'] }), account('new')]
    expect(await commandsAtFirst([account('east')], now)).toEqual([...RESCAN, 'api acl 192.0.2.7 carriers'])
  })

  test('reloads those that changed in between', async () => {
    const given = [account('east'), account('moved'), account('off'), account('gone')]
    const now = [account('east'), account('moved', { password: 'new' }), account('off', { enabled: false })]
    expect(await commandsAtFirst(given, now)).toEqual([kill('moved'), kill('off'), kill('gone'), ...RESCAN])
  })

  test('reloads all if the agent did not see what it was given', async () => {
    expect(await commandsAtFirst(undefined, [account('east'), account('west')])).toEqual([
      kill('east'),
      kill('west'),
      ...RESCAN,
    ])
  })
})

test('a switch keeps its gateways while the app cannot tell the new settings, and gets them afterward', async () => {
  appAnswers = false
  keeps(EAST)
  const changed = { east: 'other.all' }
  gateways.listed(changed)
  await expect.poll(() => at.server.commands.at(-1)).toBe('api hash select/trunkline/gateways')
  expect(done()).toEqual([])

  appAnswers = true
  await expect
    .poll(() => {
      gateways.listed(changed)
      return at.server.commands.at(-1)
    })
    .toBe(stored(changed))
})

test('a refused rescan is tried again', async () => {
  keeps(EAST)
  // As a FreeSWITCH replies that got no configuration, within its time limit or at all.
  const refused = 'Reload XML [Success]\n-ERR cannot find config for profile external'
  at.server.answers = { ...at.server.answers, 'sofia profile external rescan': refused }
  const more = { ...EAST, west: 'two.all' }
  gateways.listed(more)
  await expect.poll(() => at.server.commands.at(-1)).toBe(RESCAN[0])
  keeps(EAST)
  await expect
    .poll(() => {
      gateways.listed(more)
      return at.server.commands.at(-1)
    })
    .toBe(stored(more))
})

test('a refused rescan is not tried again with every answer of the app', async () => {
  keeps(EAST)
  at.server.answers = { ...at.server.answers, 'sofia profile external rescan': '-ERR' }
  const more = { ...EAST, west: 'two.all' }
  gateways.listed(more)
  await expect.poll(() => at.server.commands.at(-1)).toBe(RESCAN[0])
  for (let answers = 0; answers < 1000; answers++) {
    gateways.listed(more)
    await new Promise(setImmediate)
  }
  expect(at.server.commands.filter((command) => command === RESCAN[0])).toHaveLength(1)
})

test('a switch that has lost the carriers’ addresses is given them again', async () => {
  fetched = { given: [], gateways: [account('east', { trusted_addresses: ['192.0.2.0/24'] })] }
  // It replies to reloadacl that all is well.
  at.server.answers = { ...at.server.answers, 'acl ': 'false' }
  gateways.listed(EAST)
  await expect.poll(() => at.server.commands.at(-1)).toBe('api acl 192.0.2.0 carriers')
  at.server.answers = { ...at.server.answers, 'acl ': 'true' }
  await expect
    .poll(() => {
      gateways.listed(EAST)
      return at.server.commands.at(-1)
    })
    .toBe(stored(EAST))
})

test('nothing is done while nothing changes', async () => {
  await commandsFor({}, EAST)
  const before = at.server.commands.length
  keeps(EAST)
  gateways.listed({ ...EAST })
  at.server.drop()
  // Connected again, it only looks at what the switch has and keeps.
  await expect.poll(() => at.server.commands.length).toBe(before + 4)
  expect(at.server.commands.at(-1)).toBe('api hash select/trunkline/gateways')
})

test('a switch that was started while the agent was away loads mod_sofia first, whether or not the app answers', async () => {
  at.server.answers['module_exists mod_sofia'] = 'false'
  at.server.drop()
  await expect.poll(() => at.server.commands).toContain('api load mod_sofia')
})

test('a switch may have more legs than FreeSWITCH’s own limits allow, and keeps a higher limit', async () => {
  at.server.answers = {
    'fsctl sps': '+OK sessions per second: 30',
    'fsctl max_sessions': '+OK max sessions: 8000',
  }
  at.server.commands.length = 0
  at.server.drop()
  await expect.poll(() => at.server.commands).toContain('api module_exists mod_sofia')
  expect(at.server.commands.filter((command) => /fsctl \w+ \d/.test(command))).toEqual(['api fsctl sps 1000'])
})
