import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { IvrMenuPage } from '@/components/ivr-menus/ivr-menu-page'
import type { RecordRow } from '@/lib/records/field'
import { ACTIONS } from '@/lib/session/permissions'
import { aMenu } from '../../support/factories/snapshot-rows'
import { grant } from '../fake-member'
import { answer, open, refusal, tableOf, TENANT } from '../records/fake-backend'

/** The form's parts are fetched when they are needed. */

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', ...ACTIONS)

const ID = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const destination = (id: string, kind: string, number: string, name: string) => ({
  id,
  kind,
  number,
  name,
  enabled: true,
  record_id: id,
  domain: TENANT.domain,
})
const destinations = [
  destination('desk', 'extensions', '1001', 'Reception'),
  destination(ID, 'ivr_menus', '7000', 'Main menu'),
]
const options = [
  { id: 'one', digits: '1', destination_id: 'desk', description: 'Front desk', enabled: true, position: 1 },
  { id: 'nine', digits: '9', destination_id: ID, description: '', enabled: true, position: 2 },
]
const menu: RecordRow = { ...aMenu('7000', { id: ID, name: 'Main menu' }), version: 2 }

let save: () => unknown
const saved = () =>
  backend.rpc.mock.calls.filter(([name]) => name === 'save_record').map(([, asked]) => asked)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  save = () => answer({ ...menu, version: 3 })
  const rpcs: Record<string, () => unknown> = {
    record_page: () =>
      answer([
        { ...menu, option_count: 2, parents: [], exit_destination_id: 'desk', sort_value: 'a' },
        {
          ...menu,
          id: 'other',
          name: 'Empty menu',
          number: '7001',
          option_count: 0,
          parents: [{ id: ID, number: '7000', name: 'Main menu' }],
          sort_value: 'b',
        },
      ]),
    record_count: () => answer(2),
    tenant_destinations: () => answer(destinations),
    tenant_routing: () =>
      answer({ zone: 'UTC', destinations, time_conditions: [], ivr_menus: [{ ...menu, options }] }),
    save_record: () => save(),
  }
  backend.rpc.mockReset().mockImplementation(async (name: string) => rpcs[name]?.() ?? answer(null))
  backend.from
    .mockReset()
    .mockImplementation((table: string) =>
      tableOf(() => answer({ ivr_menus: menu, ivr_menu_options: options }[table] ?? [])),
    )
})

describe('the list of IVR menus', () => {
  test('shows each menu’s parents, and flags menus without options', async () => {
    open(<IvrMenuPage />)
    const line = (await screen.findByRole('link', { name: 'Empty menu' })).closest('tr') as HTMLElement
    expect(within(line).getByText('7000 Main menu')).toBeInTheDocument()
    expect(within(line).getByText('No options yet')).toBeInTheDocument()
    expect(within(line).getByText('Hang up')).toBeInTheDocument()
  })

  test('names where calls go that end in a menu', async () => {
    open(<IvrMenuPage />)
    const line = (await screen.findByRole('link', { name: 'Main menu' })).closest('tr') as HTMLElement
    expect(await within(line).findByText('1001 Reception')).toBeInTheDocument()
  })

  test('can be shown as a tree that marks loops and hangups', async () => {
    const { user } = open(<IvrMenuPage />)
    await user.click(await screen.findByRole('button', { name: 'Tree', expanded: false }))
    const tree = within(await screen.findByRole('region', { name: 'Tree of the menus' }))
    expect(await tree.findByText('1001 Reception')).toBeInTheDocument()
    expect(tree.getByText('Leads back')).toBeInTheDocument()
    expect(tree.getByText('Hangs up')).toBeInTheDocument()
  })
})

describe('an IVR menu', () => {
  const show = async () => {
    const { user } = open(<IvrMenuPage />, `?record=${ID}`)
    return { user, list: within(await screen.findByRole('region', { name: 'Options' })) }
  }

  test('is saved with its options in the new order', async () => {
    const { user, list } = await show()
    await user.click(list.getByRole('button', { name: 'Move option 9 up' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]).toMatchObject({
      target_table: 'ivr_menus',
      expected_version: 2,
      children: {
        ivr_menu_options: {
          parent: 'ivr_menu_id',
          rows: [
            { id: 'nine', digits: '9', position: 1 },
            { id: 'one', digits: '1', position: 2 },
          ],
        },
      },
    })
  })

  test('has its options added, routed and sorted with the keyboard alone', async () => {
    const { user, list } = await show()
    const add = list.getByRole('button', { name: 'Add an option' })
    add.focus()
    await user.keyboard('{Enter}')
    const box = list.getAllByRole('combobox', { name: /Destination/ }).at(-1) as HTMLElement
    box.focus()
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('option', { name: '1001 Reception' })
    await user.keyboard('recep')
    await waitFor(() => expect(screen.queryByRole('option', { name: '7000 Main menu' })).toBeNull())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(box).toHaveTextContent('1001 Reception'))
    const up = list.getByRole('button', { name: 'Move option 2 up' })
    up.focus()
    await user.keyboard('{Enter}{Enter}{Enter}')
    expect(list.getByRole('button', { name: 'Move option 2 up' })).toHaveFocus()
    list.getByRole('button', { name: 'Remove option 9' }).focus()
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0].children.ivr_menu_options.rows).toMatchObject([
      { digits: '2', destination_id: 'desk', position: 1 },
      { digits: '1', destination_id: 'desk', position: 2 },
    ])
  })

  test('rejects duplicate digits, and more digits than it waits for', async () => {
    const { user, list } = await show()
    const [first, second] = list.getAllByRole('textbox', { name: 'Digits' })
    await user.clear(second as HTMLElement)
    await user.type(second as HTMLElement, '1')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await list.findByText('Another option has 1.')).toBeInTheDocument()
    await user.type(first as HTMLElement, '0')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await list.findByText('The menu takes at most one digit.')).toBeInTheDocument()
    expect(saved()).toEqual([])
  })

  test('shows the database’s errors about options next to the options', async () => {
    const message = 'Direct dial uses 12 for the extension Lobby.'
    save = () => refusal('23514', message, '{"column": "ivr_menu_options"}')
    const { user, list } = await show()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await list.findByText(message)).toBeInTheDocument()
  })

  test('previews the tree before it is saved', async () => {
    const { user, list } = await show()
    const tree = within(await screen.findByRole('region', { name: 'Where callers end up' }))
    expect(await tree.findByText('1001 Reception')).toBeInTheDocument()
    await user.click(list.getByRole('button', { name: 'Remove option 1' }))
    expect(tree.queryByText('1001 Reception')).not.toBeInTheDocument()
    expect(tree.getAllByText('No way out')).toHaveLength(2)
  })
})
