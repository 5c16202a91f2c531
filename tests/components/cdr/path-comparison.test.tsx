import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CallWhy } from '@/components/cdr/call-dialog'
import type { CallDetail } from '@/lib/cdr/call-list'
import type { CallLeg } from '@/lib/cdr/call-record'
import { snapshotOf } from '../../support/factories/snapshot'
import {
  aMember,
  aMenu,
  anExtension,
  anOption,
  aNumber,
  aRingGroup,
} from '../../support/factories/snapshot-rows'
import { open, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ fetchSnapshot: vi.fn(), fetchSnapshotVersion: vi.fn() }))
vi.mock('@/lib/tenants/snapshot-client', () => backend)
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))

const NUMBER = '+12075550107'
const CALL = {
  direction: 'inbound',
  status: 'answered',
  from_number: '+12075550199',
  to_number: NUMBER,
  did: NUMBER,
  extension: '1001',
  start_at: '2026-11-23T15:00:00Z',
  legs: [],
} as unknown as CallDetail
const entry = (seconds: number, why: string, text: string, table: string, id: string, label: string) => ({
  at: new Date(Date.parse(CALL.start_at) + seconds * 1000).toISOString(),
  why,
  text,
  record: { table, id, label },
})

const why = (path: unknown, given: Partial<CallDetail> = {}, rows: Parameters<typeof snapshotOf>[0] = {}) => {
  backend.fetchSnapshotVersion.mockResolvedValue(1)
  backend.fetchSnapshot.mockResolvedValue(
    snapshotOf({
      tenant: { id: TENANT.id },
      dids: [aNumber(NUMBER, { destination_id: 'g6000' })],
      ring_groups: [aRingGroup('6000')],
      ring_group_members: [aMember('g6000', 1, 'e1001')],
      extensions: [anExtension('1001')],
      ...rows,
    }),
  )
  const call = { ...CALL, ...given, path }
  return open(<CallWhy tenantId={TENANT.id} zone="America/New_York" call={call} />)
}
const items = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('a call’s path is shown next to today’s, with the differences marked', async () => {
  why([
    entry(0, 'number routed', '(207) 555-0107 routes here.', 'dids', `d${NUMBER}`, '(207) 555-0107'),
    entry(2, 'flow state', '8000 Day and night is at Night.', 'call_flows', 'f8000', '8000 Day and night'),
  ])
  expect(await screen.findByRole('list', { name: 'Then' })).toBeVisible()
  expect(items('Then')).toEqual([
    expect.stringMatching(/0 s\(207\) 555-0107 routes here\. $/),
    expect.stringMatching(/2 s8000 Day and night is at Night\. Not today$/),
  ])
  expect(items('Today')).toEqual([
    expect.stringMatching(/routes here\. $/),
    expect.stringMatching(/6000 Group 6000 rings .* Not then$/),
    '1001 Desk 1001 answers.',
  ])
  expect(screen.getByRole('link', { name: '8000 Day and night' })).toHaveAttribute(
    'href',
    `/app/tenants/${TENANT.id}/routing/call-flows?record=f8000`,
  )
})

const routed = entry(
  0,
  'number routed',
  '(207) 555-0107 routes here.',
  'dids',
  `d${NUMBER}`,
  '(207) 555-0107',
)
const rings = (extension: string) =>
  entry(0, 'extension rings', `${extension} rings.`, 'extensions', `e${extension}`, extension)

test('a caller who gave up is not taken further today', async () => {
  why(
    [routed, rings('1001')],
    { status: 'missed', duration: 9 },
    {
      dids: [aNumber(NUMBER, { destination_id: 'e1001' })],
      extensions: [anExtension('1001', { voicemail_enabled: true })],
    },
  )
  expect(await screen.findByText('The caller hangs up.')).toBeVisible()
  expect(screen.queryByText('Not then')).not.toBeInTheDocument()
})

const bridged_at = CALL.start_at
const legsOf = (...legs: Partial<CallLeg>[]) => legs as CallLeg[]

test.each([
  ['that the switch connected', legsOf({ bridged_at, peers: [{ number: '1002' }] })],
  ['that rings, where the record does not say', []],
])('a call from inside is answered today by the extension %s', async (_, legs) => {
  const inside = { direction: 'local', from_number: '1001', to_number: '1002', did: null } as const
  const dialed = entry(0, 'internal number', '1002 is 1002 Desk 1002.', 'extensions', 'e1002', '1002')
  why(
    [dialed, rings('1002')],
    { ...inside, legs },
    {
      extensions: [anExtension('1001'), anExtension('1002')],
    },
  )
  expect(await screen.findByText('1002 Desk 1002 answers.')).toBeVisible()
  expect(screen.queryByText(/^Not (then|today)$/)).not.toBeInTheDocument()
})

const own = { uuid: 'b', number: '1003', bridged_at }

test.each([
  ['its phone’s', [{ bridged_at, peers: [{ number: '1003' }, { number: '1002' }] }, own]],
  ['the call’s', [{ bridged_at, peers: [{ number: '1003' }, { number: '1002' }] }]],
])('a call from inside that was forwarded is answered by the extension of %s leg', async (_, legs) => {
  const forwards = { forward_no_answer_enabled: true, forward_no_answer_destination_id: 'e1003' }
  why(
    [
      entry(0, 'internal number', '1002 is 1002 Desk 1002.', 'extensions', 'e1002', '1002'),
      rings('1002'),
      entry(20, 'forwarded', '1002 forwards calls.', 'extensions', 'e1002', '1002'),
      rings('1003'),
    ],
    { direction: 'local', from_number: '1001', to_number: '1002', did: null, legs: legsOf(...legs) },
    { extensions: [anExtension('1001'), anExtension('1002', forwards), anExtension('1003')] },
  )
  expect(await screen.findByText('1003 Desk 1003 answers.')).toBeVisible()
  expect(screen.queryByText(/^Not (then|today)$/)).not.toBeInTheDocument()
})

test('a caller who pressed a key in a menu presses it today, and in the test', async () => {
  const chose = entry(5, 'menu option', 'The caller presses 2 (Sales).', 'ivr_menus', 'm7000', '7000')
  const asks = entry(0, 'menu asks', '7000 offers 1 option.', 'ivr_menus', 'm7000', '7000')
  why(
    [routed, asks, chose, rings('1001')],
    {},
    {
      dids: [aNumber(NUMBER, { destination_id: 'm7000' })],
      ivr_menus: [aMenu('7000')],
      ivr_menu_options: [anOption('m7000', '2', 'e1001')],
    },
  )
  expect(await screen.findByText('1001 Desk 1001 answers.')).toBeVisible()
  expect(screen.queryByText(/^Not (then|today)$/)).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Test this call' })).toHaveAttribute(
    'href',
    expect.stringContaining('digits=2'),
  )
})

test('a call without a stored path says so, and can still be tested', async () => {
  why(null)
  expect(screen.getByText(/This call has no path/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Test this call' })).toHaveAttribute(
    'href',
    expect.stringContaining('at=2026-11-23T10%3A00'),
  )
  expect(backend.fetchSnapshot).not.toHaveBeenCalled()
})
