import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TimeConditionPage } from '@/components/time-conditions/time-condition-page'
import type { RecordRow } from '@/lib/records/field'
import { blankRule } from '@/lib/resources/time-condition-rule'
import { ACTIONS } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))

const ID = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const destination = (id: string, number: string, name: string) => ({
  id,
  kind: 'extensions',
  number,
  name,
  enabled: true,
  domain: TENANT.domain,
})
const rules = [
  {
    ...blankRule('closed'),
    id: 'holidays',
    name: 'Holidays',
    holidays: ['christmas_day'],
    destination_id: 'night',
  },
  {
    ...blankRule(),
    id: 'weekdays',
    name: 'Weekdays',
    weekdays: [1, 2, 3, 4, 5],
    time_ranges: [[540, 1020]],
    destination_id: 'desk',
  },
]
const row: RecordRow = {
  id: ID,
  version: 3,
  name: 'Office hours',
  number: '5000',
  time_zone: null,
  otherwise_destination_id: 'night',
  description: '',
  enabled: true,
  zone: TENANT.time_zone,
  rules,
  sort_value: 'office hours',
}

let page: RecordRow[]
const saved = () =>
  backend.rpc.mock.calls.filter(([name]) => name === 'save_record').map(([, asked]) => asked)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.parse('2026-02-03T15:00:00Z') })
  grant('telephony', ...ACTIONS)
  page = [row]
  const rpcs: Record<string, () => unknown> = {
    record_page: () => answer(page),
    record_count: () => answer(page.length),
    tenant_destinations: () =>
      answer([destination('desk', '1001', 'Reception'), destination('night', '1002', 'Night desk')]),
    save_record: () => answer({ ...row, version: 4 }),
  }
  backend.rpc.mockReset().mockImplementation(async (name: string) => rpcs[name]?.() ?? answer(null))
  backend.from
    .mockReset()
    .mockImplementation((table: string) =>
      tableOf(() => answer(table === 'time_condition_rules' ? rules : row)),
    )
  return () => vi.useRealTimers()
})

describe('the list of time conditions', () => {
  test('shows the current state, when it changes and where calls go', async () => {
    open(<TimeConditionPage />)
    const line = (await screen.findByRole('link', { name: 'Office hours' })).closest('tr') as HTMLElement
    expect(within(line).getByText('Open')).toBeInTheDocument()
    expect(within(line).getByText('Closes today 5:00 PM')).toBeInTheDocument()
    expect(within(line).getByText('America/New York')).toBeInTheDocument()
    expect(await within(line).findByText('1002 Night desk, 1001 Reception')).toBeInTheDocument()
  })

  const OFFICE = { weekdays: [1, 2, 3, 4, 5], time_ranges: [[540, 1020]] as [number, number][] }
  const sunday = (from: number, until: number) => ({
    weekdays: [0],
    time_ranges: [[from, until]] as [number, number][],
  })
  test.each([
    // Clocks go forward: in New York on March 8, in London on the 29th, by half an hour on Lord Howe on October 4.
    ['America/New_York', OFFICE, '2026-03-06T22:30Z', 'Opens Mon 9:00 AM', '2026-03-09T13:00Z'],
    ['America/New_York', OFFICE, '2026-03-08T06:59Z', 'Opens tomorrow 9:00 AM', '2026-03-09T13:00Z'],
    ['America/New_York', OFFICE, '2026-03-09T13:00Z', 'Closes today 5:00 PM', '2026-03-09T21:00Z'],
    ['America/New_York', sunday(150, 300), '2026-03-08T06:00Z', 'Opens today 3:00 AM', '2026-03-08T07:00Z'],
    ['America/New_York', sunday(60, 240), '2026-03-08T06:30Z', 'Closes today 4:00 AM', '2026-03-08T08:00Z'],
    ['America/Phoenix', OFFICE, '2026-03-07T00:30Z', 'Opens Mon 9:00 AM', '2026-03-09T16:00Z'],
    ['Europe/London', OFFICE, '2026-03-27T17:30Z', 'Opens Mon 9:00 AM', '2026-03-30T08:00Z'],
    [
      'Australia/Lord_Howe',
      sunday(135, 180),
      '2026-10-03T15:00Z',
      'Opens today 2:30 AM',
      '2026-10-03T15:30Z',
    ],
    // Clocks go back: in London on October 25, in New York on November 1.
    ['Europe/London', OFFICE, '2026-10-23T16:30Z', 'Opens Mon 9:00 AM', '2026-10-26T09:00Z'],
    ['America/New_York', OFFICE, '2026-10-30T21:30Z', 'Opens Mon 9:00 AM', '2026-11-02T14:00Z'],
    ['America/Los_Angeles', OFFICE, '2026-10-31T01:30Z', 'Opens Mon 9:00 AM', '2026-11-02T17:00Z'],
    ['America/New_York', sunday(0, 180), '2026-11-01T04:30Z', 'Closes today 3:00 AM', '2026-11-01T08:00Z'],
    // The hour before comes again; its times are told apart.
    ['America/New_York', sunday(60, 90), '2026-11-01T04:30Z', 'Opens today 1:00 AM EDT', '2026-11-01T05:00Z'],
    ['America/New_York', sunday(60, 90), '2026-11-01T05:45Z', 'Opens today 1:00 AM EST', '2026-11-01T06:00Z'],
    [
      'America/New_York',
      sunday(60, 90),
      '2026-11-01T06:15Z',
      'Closes today 1:30 AM EST',
      '2026-11-01T06:30Z',
    ],
  ])('says in %s, around a clock change, with %j at %s: %s', async (zone, when, now, said, at) => {
    vi.setSystemTime(Date.parse(now))
    page = [
      {
        ...row,
        zone,
        rules: [{ ...blankRule(), id: 'only', name: 'Office', destination_id: 'desk', ...when }],
      },
    ]
    open(<TimeConditionPage />)
    const line = (await screen.findByRole('link', { name: 'Office hours' })).closest('tr') as HTMLElement
    expect(within(line).getByText(said)).toHaveAttribute('datetime', new Date(at).toISOString())
    expect(within(line).getByText(said.startsWith('Opens') ? 'Closed' : 'Open')).toBeInTheDocument()
  })

  test('marks a disabled one, which neither opens nor closes', async () => {
    page = [{ ...row, enabled: false }]
    open(<TimeConditionPage />)
    expect(await screen.findByText('Disabled', { selector: 'td *' })).toBeInTheDocument()
    expect(screen.queryByText(/Closes|Opens/)).not.toBeInTheDocument()
  })
})

describe('a time condition', () => {
  const show = async (record = ID) => {
    const { user } = open(<TimeConditionPage />, `?record=${record}`)
    return { user, dialog: await screen.findByRole('dialog') }
  }
  // The form is fetched when it is needed.
  const region = (name: string) => screen.findByRole('region', { name })

  test('shows the resulting week', async () => {
    await show()
    const week = within(await region('Week'))
    const tuesday = within(week.getByRole('list', { name: 'Tuesday, Feb 3, 2026' }))
    expect(tuesday.getAllByRole('listitem').map((part) => part.textContent)).toEqual([
      '12:00 AM–9:00 AM: closed, no rule applies',
      '9:00 AM–5:00 PM: open, Weekdays',
      '5:00 PM–12:00 AM: closed, no rule applies',
    ])
  })

  test('can show the week of a clock change, with a note', async () => {
    const { user } = await show()
    const week = await region('Week')
    for (let turns = 0; turns < 4; turns += 1) {
      await user.click(within(week).getByRole('button', { name: 'Week after' }))
    }
    expect(
      within(week).getByText('Mar 8, 2026: clocks go forward, 2:00 AM–3:00 AM does not occur.'),
    ).toBeInTheDocument()
    await user.click(within(week).getByRole('button', { name: 'This week' }))
    expect(within(week).queryByText(/clocks go/)).not.toBeInTheDocument()
  })

  test('shows the week of a given date with its holidays', async () => {
    const { user } = await show()
    const week = within(await region('Week'))
    await user.clear(week.getByLabelText('Show the week of'))
    await user.type(week.getByLabelText('Show the week of'), '2026-11-26')
    expect(week.getByText('Nov 23 – Nov 29, 2026')).toBeInTheDocument()
    expect(week.getByText('Thanksgiving')).toBeInTheDocument()
    expect(week.getByText('Day after Thanksgiving')).toBeInTheDocument()
    const thursday = within(week.getByRole('list', { name: 'Thursday, Nov 26, 2026' }))
    expect(thursday.getByText('9:00 AM–5:00 PM: open, Weekdays')).toBeInTheDocument()
    await user.click(week.getByRole('button', { name: 'This week' }))
    expect(week.getByRole('list', { name: 'Tuesday, Feb 3, 2026' })).toBeInTheDocument()
  })

  test('gets a new closure above its opening hours, where it takes precedence', async () => {
    const { user } = await show()
    const list = within(await region('Rules'))
    await user.click(list.getByRole('button', { name: 'Add a closure' }))
    const card = within(list.getAllByRole('listitem')[0] as HTMLElement)
    await user.click(card.getByRole('checkbox', { name: /^Thanksgiving Nov/ }))
    const week = within(await region('Week'))
    await user.clear(week.getByLabelText('Show the week of'))
    await user.type(week.getByLabelText('Show the week of'), '2026-11-26')
    const thursday = within(week.getByRole('list', { name: 'Thursday, Nov 26, 2026' }))
    expect(thursday.getAllByRole('listitem').map((part) => part.textContent)).toEqual([
      '12:00 AM–12:00 AM: closed, rule 1',
    ])
  })

  test('shows which rules never apply, and why, before it is saved', async () => {
    const { user } = await show()
    const list = within(await region('Rules'))
    const card = (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`), expanded: false })
    expect(list.queryByText(/^Never applies|move this closure/)).not.toBeInTheDocument()
    await user.click(list.getByRole('button', { name: 'Move Holidays down' }))
    expect(card('Holidays')).toHaveAccessibleDescription(
      'Weekdays above it stays open on Dec 25, 2026, 9:00 AM–5:00 PM. To close then, move this closure up.',
    )
    await user.click(list.getByRole('button', { name: 'Add a closure' }))
    expect(card('Weekdays')).toHaveAccessibleDescription('Never applies: Rule 1 above it decides first.')
    expect(card('Holidays')).toHaveAccessibleDescription('Never applies: Rule 1 above it decides first.')
    expect(saved()).toEqual([])
  })

  test('shows what happens at a given moment, before it is saved', async () => {
    const { user } = await show()
    const happens = within(await region('What happens at'))
    await user.clear(happens.getByLabelText('Date'))
    await user.type(happens.getByLabelText('Date'), '2026-12-25')
    await user.clear(happens.getByRole('textbox', { name: 'Time' }))
    await user.type(happens.getByRole('textbox', { name: 'Time' }), '10:30')
    expect(happens.getByText('10:30 AM')).toBeInTheDocument()
    expect(happens.getByRole('status')).toHaveTextContent('ClosedHolidays')
    expect(happens.getByRole('status')).toHaveTextContent('Calls go to 1002 Night desk.')
    const list = within(await region('Rules'))
    await user.click(list.getByRole('button', { name: 'Move Holidays down' }))
    expect(happens.getByRole('status')).toHaveTextContent('OpenWeekdays')
  })

  test('is saved with the rules in the new order', async () => {
    const { user } = await show()
    await user.click(within(await region('Rules')).getByRole('button', { name: 'Move Holidays down' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]).toMatchObject({
      target_table: 'time_conditions',
      expected_version: 3,
      children: {
        time_condition_rules: {
          parent: 'time_condition_id',
          rows: [
            { id: 'weekdays', position: 1, time_ranges: [[540, 1020]] },
            { id: 'holidays', position: 2, holidays: ['christmas_day'] },
          ],
        },
      },
    })
  })

  test('accepts hours past midnight and shows on which day they end', async () => {
    const { user } = await show()
    const list = within(await region('Rules'))
    await user.click(list.getByRole('button', { name: /^Weekdays/, expanded: false }))
    const from = list.getByRole('textbox', { name: 'Range 1 from' })
    const until = list.getByRole('textbox', { name: 'Range 1 until' })
    await user.clear(from)
    await user.type(from, '22:00')
    await user.clear(until)
    await user.type(until, '2:00')
    expect(list.getByText('the next day; belongs to the day it begins on')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0].children.time_condition_rules.rows[1].time_ranges).toEqual([[1320, 120]])
  })

  test('is not saved with incomplete times or without a destination', async () => {
    const { user } = await show()
    const list = within(await region('Rules'))
    await user.click(list.getByRole('button', { name: 'Add opening hours' }))
    await user.click(list.getByRole('button', { name: 'Add hours' }))
    const from = list.getByRole('textbox', { name: 'Range 1 from' })
    await user.clear(from)
    await user.type(from, '25:00')
    await user.tab()
    expect(list.getByText('Invalid time value. Time should be between 00:00 and 23:59.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await list.findByText('Choose a destination.')).toBeInTheDocument()
    expect(saved()).toEqual([])
    expect(from).toHaveValue('25:00')
  })

  test('selects all holidays of a group at once', async () => {
    const { user } = await show()
    const list = within(await region('Rules'))
    await user.click(list.getByRole('button', { name: /^Holidays/, expanded: false }))
    await user.click(list.getByRole('button', { name: 'All of Easter' }))
    await user.click(list.getByRole('switch', { name: 'Also on the day it is observed' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0].children.time_condition_rules.rows[0]).toMatchObject({
      holidays: [
        'christmas_day',
        'good_friday',
        'easter_sunday',
        'easter_monday',
        'ascension_day',
        'whit_monday',
      ],
      holidays_observed: false,
    })
  })

  test('is read-only for users who may not edit', async () => {
    grant('telephony', 'view')
    await show()
    const list = within(await region('Rules'))
    expect(list.queryByRole('button', { name: 'Add opening hours' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  })
})
