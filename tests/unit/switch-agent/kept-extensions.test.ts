import { beforeEach, describe, expect, test, vi } from 'vitest'
import { extensionAnswer } from '@/lib/switch/serve'
import type { TenantState } from '@/lib/switch/switch-store'
import { KeptExtensions } from '@/switch/kept-extensions'
import { snapshotOf } from '@/tests/support/factories/snapshot'
import { anExtension } from '@/tests/support/factories/snapshot-rows'
import { recorded } from '@/tests/support/switch/event-server'
import { watchedSwitch } from '@/tests/support/switch/watched-switch'

const DOMAIN = 'acme.pbx.test'
const MARK = 'hash select/trunkline/extensions'
const FORGOTTEN = (user: string) => [
  `api xml_flush_cache id ${user} ${DOMAIN}`,
  `api user_exists id ${user} ${DOMAIN}`,
]

function tenant(...extensions: ReturnType<typeof anExtension>[]): TenantState {
  return { snapshot: snapshotOf({ tenant: { domain: DOMAIN }, extensions }), hashes: new Map() }
}

const at = watchedSwitch()
let state: TenantState | undefined
let extensions: KeptExtensions
const answered = (user: string, domain = DOMAIN) => {
  if (!state) return
  extensions.keep(state, { user, domain }, extensionAnswer(state, { user, domain }, true))
}
const id = () => snapshotOf({}).tenant.id
const changed = (to: TenantState | undefined) => {
  state = to
  extensions.changed([id()])
}
const told = () => at.server.commands.filter((command) => /xml_flush_cache|user_exists/.test(command))
beforeEach(() => {
  state = tenant(anExtension('1001'), anExtension('1002'))
  at.server.answers[MARK] = '-ERR no reply'
  at.watch((source) => {
    extensions = new KeptExtensions({ ...source, tenantOf: () => state })
    return extensions.watch()
  })
})
/** Resolves once the switch has been told everything so far. */
const begun = async () => {
  await expect.poll(() => at.server.commands.join()).toContain('hash insert/trunkline/extensions/')
  at.server.commands.length = 0
}

describe('the extensions that a switch keeps', () => {
  test('are forgotten when they change, and asked for at once; others stay', async () => {
    await begun()
    answered('1001')
    answered('1002')
    changed(tenant(anExtension('1001', { toll_class: 'local' }), anExtension('1002')))
    await expect.poll(told).toEqual(FORGOTTEN('1001'))
  })

  test('lose their registrations with another password, or with none, once the switch has asked', async () => {
    const at1001 = `${id()}@${DOMAIN}`
    const withPassword = (sip: string | null, ...more: Parameters<typeof tenant>) => ({
      ...tenant(anExtension('1002'), ...more),
      hashes: new Map([['e1001', { sip, voicemail: null }]]),
    })
    state = withPassword('first', anExtension('1001'))
    await begun()
    answered('1001')
    answered('1002')
    const flushed = `api sofia profile internal flush_inbound_reg 1001.${at1001}`
    const since = () => at.server.commands.filter((command) => /user_exists|flush_inbound/.test(command))
    changed(withPassword('first', anExtension('1001', { toll_class: 'local' })))
    const asked = `api user_exists id 1001 ${DOMAIN}`
    await expect.poll(since).toEqual([asked])
    answered('1001')
    changed(withPassword('second', anExtension('1001', { toll_class: 'local' })))
    await expect.poll(since).toEqual([asked, asked, flushed])
    answered('1001')
    changed(tenant(anExtension('1002')))
    await expect.poll(since).toEqual([asked, asked, flushed, asked, flushed])
  })

  test('are forgotten when they are removed, or their tenant is', async () => {
    await begun()
    answered('1001')
    answered('1002')
    changed(tenant(anExtension('1002')))
    await expect.poll(told).toEqual(FORGOTTEN('1001'))
    changed(undefined)
    await expect.poll(told).toEqual([...FORGOTTEN('1001'), ...FORGOTTEN('1002')])
  })

  test('are forgotten again a little later if an answer may have been under way', async () => {
    await begun()
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
    try {
      answered('1001')
      vi.advanceTimersByTime(7000)
      answered('1002')
      changed(tenant())
      await expect.poll(told).toEqual([...FORGOTTEN('1001'), ...FORGOTTEN('1002')])
      at.server.commands.length = 0
      await expect
        .poll(async () => {
          await vi.advanceTimersByTimeAsync(1000)
          return told()
        })
        .toEqual(FORGOTTEN('1002'))
    } finally {
      vi.useRealTimers()
    }
  })

  test('that change while the switch is not reachable are forgotten when it is', async () => {
    await begun()
    answered('1001')
    at.server.drop()
    changed(tenant())
    await expect.poll(told).toEqual(expect.arrayContaining(FORGOTTEN('1001')))
  })

  test('are all forgotten if another agent answered about them, and asked for again where phones are registered', async () => {
    at.server.answers[MARK] = 'another-agent'
    at.server.drop()
    await expect
      .poll(told)
      .toEqual(expect.arrayContaining(['api xml_flush_cache', `api user_exists id 1001 ${DOMAIN}`]))
    expect(recorded.present).toContain('1001@acme.pbx.test')
  })

  test('are all forgotten with any change if the switch asks somebody else', async () => {
    await begun()
    changed(tenant())
    await expect.poll(told).toEqual(['api xml_flush_cache'])
  })

  test('are noted once, however they are spelled', async () => {
    await begun()
    answered('1001')
    answered('1001', 'ACME.pbx.test')
    changed(tenant())
    await expect.poll(told).toEqual(FORGOTTEN('1001'))
  })
})
