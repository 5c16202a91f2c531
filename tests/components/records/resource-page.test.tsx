import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RecordPanel } from '@/components/records/record-panel'
import { ResourcePage } from '@/components/records/resource-page'
import { keys } from '@/hooks/keys'
import { useRefresh } from '@/hooks/use-write'
import { notify } from '@/lib/browser/notify'
import type { RecordRow } from '@/lib/records/field'
import { conferenceRoom } from '@/lib/resources/conference-room'
import { ACTIONS } from '@/lib/session/permissions'
import { grant } from '../fake-member'
import { answer, extension, open, refusal, tableOf, TENANT } from './fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
vi.mock('@/lib/session/session-store', async (original) => ({
  ...(await original()),
  currentUser: () => ({ id: 'u1' }),
}))

const ID = '5b8022fb-1fd7-4d51-81ae-3b153fb4fd35'
const OTHER = '6c9133fc-2fe8-4e62-92bf-4c264fc45146'
const row: RecordRow & Record<string, unknown> = {
  id: ID,
  version: 3,
  tenant_id: TENANT.id,
  extension: '1001',
  effective_caller_id_name: 'Reception',
  enabled: true,
  description: '',
  sort_value: '1001',
}

let rpcs: Record<string, () => unknown>
let stored: () => unknown
const calls = (name: string) =>
  backend.rpc.mock.calls.filter(([called]) => called === name).map(([, asked]) => asked)

// Fetched when first needed; on a busy machine that would take longer than a query waits.
beforeAll(async () => {
  await Promise.all([
    import('@/components/records/record-panel'),
    import('@/components/common/delete-dialog'),
    import('@/components/records/bulk-dialog'),
    import('@/components/ui/combobox-panel'),
    import('@/components/ui/confirm-dialog'),
    import('@/components/ui/menu-panel'),
  ])
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.localStorage.clear()
  grant('telephony', ...ACTIONS)
  stored = () => answer(row)
  rpcs = {
    record_page: () => answer([row]),
    record_count: () => answer(1),
    tenant_destinations: () => answer([]),
    used_by: () => answer([]),
  }
  backend.rpc.mockReset().mockImplementation(async (name: string) => rpcs[name]?.() ?? answer(null))
  backend.from.mockReset().mockImplementation(() => tableOf(() => stored()))
})

const show = (address?: string) => open(<ResourcePage resource={extension} />, address)

describe('a list of records', () => {
  test('shows the tenant’s rows, each with a menu', async () => {
    const { user } = show()
    const link = await screen.findByRole('link', { name: '1001' })
    expect(within(link.closest('tr') as HTMLElement).getByText('Reception')).toBeInTheDocument()
    expect(calls('record_page')[0]).toMatchObject({
      target_table: 'extensions',
      tenant: TENANT.id,
      sort_by: 'extension',
    })
    await user.click(screen.getByRole('button', { name: 'Actions for 1001 Reception' }))
    expect(await screen.findByRole('menuitem', { name: 'Clone' })).toBeInTheDocument()
    expect(screen.getByRole('menuitem', { name: 'Test a call' })).toHaveAttribute(
      'href',
      `/app/tenants/${TENANT.id}/test-call?to=1001`,
    )
  })

  test('names what is selected as elsewhere, with its capitals', async () => {
    open(<ResourcePage resource={{ ...extension, noun: 'IVR menu', plural: 'IVR menus' }} />)
    const all = await screen.findByRole('checkbox', { name: 'Select all IVR menus on this page' })
    expect(all).not.toBeChecked()
  })

  test.each(['billing', 'telephony'] as const)(
    'offers a filter of the section %s to users who may view it',
    async (section) => {
      const filters = extension.filters.map((filter) => ({ ...filter, section }))
      open(<ResourcePage resource={{ ...extension, filters }} />)
      await screen.findByRole('link', { name: '1001' })
      expect(screen.queryAllByRole('combobox', { name: 'State' })).toHaveLength(section === 'billing' ? 0 : 1)
    },
  )

  test('collapses its filters on phones, and reserves space for the clear button', async () => {
    const { user } = show()
    await screen.findByRole('link', { name: '1001' })
    const clear = () => screen.getByRole('button', { name: 'Clear filters' })
    expect(clear()).toHaveClass('invisible')
    expect(clear()).toHaveClass('max-sm:hidden')
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    expect(clear()).not.toHaveClass('max-sm:hidden')
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Enabled')
    expect(clear()).not.toHaveClass('invisible')
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeInTheDocument()
  })

  test('says when it is empty, and offers to create a record', async () => {
    rpcs.record_page = () => answer([])
    show()
    expect(await screen.findByText('No extensions yet')).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'New extension' })).toHaveLength(2)
  })

  test('says when nothing matches, and clears search and filters', async () => {
    rpcs.record_page = () => answer([])
    const { user, onUrlUpdate } = show('?q=zzz&enabled=false')
    expect(await screen.findByText('No extension matches')).toBeInTheDocument()
    expect(calls('record_page')[0]).toMatchObject({ search: 'zzz', filters: { enabled: 'false' } })
    screen.getAllByRole('button', { name: 'Clear filters' })[0]?.focus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('searchbox', { name: 'Search extensions' })).toHaveFocus()
    await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe(''))
  })

  test('selects all only once the rows are those that were searched for', async () => {
    const { user } = show()
    const all = await screen.findByRole('checkbox', { name: 'Select all extensions on this page' })
    await waitFor(() => expect(all).toBeEnabled())
    const held = Promise.withResolvers<void>()
    rpcs.record_page = async () => {
      await held.promise
      return answer([{ ...row, extension: '2001' }])
    }
    await user.type(screen.getByRole('searchbox', { name: 'Search extensions' }), '2')
    expect(screen.getByRole('link', { name: '1001' })).toBeInTheDocument()
    expect(all).toBeDisabled()

    held.resolve()
    expect(await screen.findByRole('link', { name: '2001' })).toBeInTheDocument()
    await waitFor(() => expect(all).toBeEnabled())
    await user.click(all)
    expect(screen.getByRole('checkbox', { name: 'Select 2001 Reception' })).toBeChecked()
  })

  test('clears the selection only once all found are selected, which would come back', async () => {
    rpcs.record_count = () => answer(2)
    const { user } = show()
    await user.click(await screen.findByRole('checkbox', { name: 'Select 1001 Reception' }))
    const held = Promise.withResolvers<unknown>()
    rpcs.record_page = () => held.promise
    await user.click(await screen.findByRole('button', { name: 'Select all 2 extensions' }))
    const clear = screen.getByRole('button', { name: 'Clear selection' })
    expect(clear).toBeDisabled()
    held.resolve(answer([row]))
    await waitFor(() => expect(clear).toBeEnabled())
    clear.focus()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Select 1001 Reception' })).toHaveFocus()
  })

  test.each(['rows', 'count'])('shows a count only beside the rows it counts (the %s last)', async (last) => {
    const held = Promise.withResolvers<void>()
    const late = async (part: string, data: unknown) => {
      if (part === last) await held.promise
      return answer(data)
    }
    const pages = (number: string) => [{ ...row, extension: number }]
    rpcs.record_page = () => answer(pages('1001'))
    rpcs.record_count = () => answer(5000)
    const { user } = show()
    expect(await screen.findByText('1 of 5,000 extensions')).toBeInTheDocument()

    rpcs.record_page = () => late('rows', pages('2001'))
    rpcs.record_count = () => late('count', 100)
    await user.type(screen.getByRole('searchbox', { name: 'Search extensions' }), '2')
    await waitFor(() => expect(calls('record_count')).toHaveLength(2))
    if (last === 'rows') {
      expect(screen.getByRole('link', { name: '1001' })).toBeInTheDocument()
      expect(screen.getByText('1 of 5,000 extensions')).toBeInTheDocument()
    } else {
      expect(await screen.findByRole('link', { name: '2001' })).toBeInTheDocument()
      expect(screen.getByText('1 extension')).toBeInTheDocument()
    }

    held.resolve()
    expect(await screen.findByText('1 of 100 extensions')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: '2001' })).toBeInTheDocument()
  })

  test('reports when it could not be loaded, and retries', async () => {
    rpcs.record_page = () => ({ data: null, error: { message: 'boom' }, status: 500 })
    const { user } = show()
    expect(await screen.findByText('The extensions could not be loaded')).toBeInTheDocument()
    rpcs.record_page = () => answer([row])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: '1001' })).toBeInTheDocument()
  })

  test('offers only what the role allows', async () => {
    grant('telephony', 'view')
    const { user } = show()
    await screen.findByRole('link', { name: '1001' })
    for (const name of ['New extension', 'Import', 'Export']) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    }
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Actions for 1001 Reception' }))
    expect(await screen.findByRole('menuitem', { name: 'Open' })).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument()
  })
})

describe('a record’s form', () => {
  test('opens a call test that includes unsaved changes', async () => {
    const { user } = show(`?record=${row.id}`)
    const form = await screen.findByRole('dialog', { name: '1001 Reception' })
    const description = within(form).getByRole('textbox', { name: 'Description' })
    await user.type(description, 'By the door')
    await user.click(within(form).getByRole('button', { name: 'Test a call' }))
    expect(await screen.findByText('With your unsaved changes')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Back to the form' }))
    expect(description).toHaveValue('By the door')
    expect(calls('save_record')).toEqual([])
  })

  test('creates a record with a client-generated id, and closes', async () => {
    rpcs.save_record = () => answer({ ...row, extension: '1002' })
    const { user, onUrlUpdate } = show()
    await user.click(await screen.findByRole('button', { name: 'New extension' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '1002')
    await user.click(within(dialog).getByRole('button', { name: 'Create extension' }))
    await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe(''))
    expect(calls('save_record')[0]).toMatchObject({
      target_table: 'extensions',
      tenant: TENANT.id,
      expected_version: null,
      record: expect.stringMatching(/^[0-9a-f-]{36}$/),
      record_values: { extension: '1002', enabled: true },
    })
  })

  test('is saved once, however fast its button is pressed', async () => {
    const saved = Promise.withResolvers<unknown>()
    rpcs.save_record = () => saved.promise
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'New extension' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '1002')
    const create = within(dialog).getByRole('button', { name: 'Create extension' })
    // As a busy browser does, before it draws what the first press did.
    await act(async () => {
      create.click()
      create.click()
    })
    await waitFor(() => expect(create).toHaveAttribute('aria-busy', 'true'))
    await act(async () => saved.resolve(answer({ ...row, extension: '1002' })))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(calls('save_record')).toHaveLength(1)
  })

  test('is stored as typed last when the answer to the first attempt was lost and the second was refused', async () => {
    const lost = { data: null, error: { message: 'Failed to fetch' }, status: 0 }
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'New extension' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    const number = within(dialog).getByRole('textbox', { name: 'Number' })
    const create = within(dialog).getByRole('button', { name: 'Create extension' })
    const attempt = async (typed: string, outcome: unknown) => {
      rpcs.save_record = () => outcome
      await user.clear(number)
      await user.type(number, typed)
      await user.click(create)
    }
    stored = () => answer({ ...row, version: 1, extension: '1002' })
    await attempt('1002', lost)
    await within(dialog).findByRole('alert')
    await attempt('1003', refusal('23505', '1003 is already taken.'))
    await waitFor(() => expect(calls('save_record')).toHaveLength(2))
    await attempt('1004', answer({ ...row, version: 2, extension: '1004' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(calls('save_record')).toMatchObject([
      { expected_version: null, record_values: { extension: '1002' } },
      { expected_version: 1, record_values: { extension: '1003' } },
      { expected_version: 1, record_values: { extension: '1004' } },
    ])
  })

  test('is stored as typed when the answers to its creation and to an update of it were lost', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'New extension' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '1002')
    const create = within(dialog).getByRole('button', { name: 'Create extension' })
    rpcs.save_record = () => ({ data: null, error: { message: 'Failed to fetch' }, status: 0 })
    const made = { ...row, version: 1, extension: '1002', created_at: '2026-03-01T12:00:00Z' }
    stored = () => answer({ ...made, updated_at: made.created_at })
    await user.click(create)
    await within(dialog).findByRole('alert')
    await user.click(create)
    await waitFor(() => expect(calls('save_record')).toHaveLength(2))
    const updated = { ...made, version: 2, updated_at: '2026-03-01T12:00:30Z' }
    stored = () => answer(updated)
    rpcs.save_record = () => answer(updated)
    await waitFor(() => expect(create).toBeEnabled())
    await user.click(create)
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(calls('save_record').map(({ expected_version }) => expected_version)).toEqual([null, 1, 1])
  })

  test('is stored once, as typed last, when its draft is restored after the answer to its creation was lost', async () => {
    const { user, unmount } = show()
    await user.click(await screen.findByRole('button', { name: 'New extension' }))
    await user.type(await screen.findByRole('textbox', { name: 'Number' }), '1002')
    rpcs.save_record = () => ({ data: null, error: { message: 'Failed to fetch' }, status: 0 })
    await user.click(screen.getByRole('button', { name: 'Create extension' }))
    await within(screen.getByRole('dialog')).findByText(/cannot be reached/)
    unmount()
    const again = show().user
    await again.click(await screen.findByRole('button', { name: 'New extension' }))
    await again.click(await screen.findByRole('button', { name: 'Restore' }))
    await again.type(screen.getByRole('textbox', { name: 'Name' }), 'Lobby')
    const made = { ...row, version: 1, extension: '1002' }
    stored = () => answer(made)
    rpcs.save_record = () => answer({ ...made, version: 2, effective_caller_id_name: 'Lobby' })
    await again.click(screen.getByRole('button', { name: 'Create extension' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const [first, second] = calls('save_record')
    expect(second).toMatchObject({
      record: first.record,
      expected_version: 1,
      record_values: { extension: '1002', effective_caller_id_name: 'Lobby' },
    })
  })

  test('is not stored over what somebody else has changed since the attempt whose answer was lost', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'New extension' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '1002')
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Front desk')
    const create = within(dialog).getByRole('button', { name: 'Create extension' })
    rpcs.save_record = () => ({ data: null, error: { message: 'Failed to fetch' }, status: 0 })
    await user.click(create)
    await within(dialog).findByRole('alert')
    const made = { ...row, extension: '1002', effective_caller_id_name: 'Lobby', description: 'By the door' }
    stored = () =>
      answer({ ...made, version: 2, created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:05:00Z' })
    await user.click(create)
    expect(await within(dialog).findByRole('radio', { name: 'Theirs: Lobby' })).toBeInTheDocument()
    expect(within(dialog).getByRole('radio', { name: 'Yours: Front desk' })).toBeChecked()
    expect(within(dialog).getByRole('textbox', { name: 'Description' })).toHaveValue('By the door')
    expect(within(dialog).getAllByRole('radio')).toHaveLength(2)
    expect(calls('save_record')).toHaveLength(1)
  })

  test('starts a new record with values from the database, requested only then, and again after a failure', async () => {
    const newValues = vi
      .fn<() => Promise<Record<string, unknown>>>()
      .mockRejectedValueOnce(new Error('No connection'))
      .mockResolvedValue({ extension: '1002' })
    const { user } = open(<ResourcePage resource={extension} newValues={newValues} />)
    await screen.findByRole('link', { name: '1001' })
    expect(newValues).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'New extension' }))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('textbox', { name: 'Number' })).toHaveValue('1002')
    expect(newValues).toHaveBeenCalledTimes(2)
  })

  test('clones a record with the number proposed for a new one', async () => {
    const newValues = async () => ({ extension: '1002', description: 'Not of a clone' })
    const { user } = open(<ResourcePage resource={extension} newValues={newValues} />)
    await user.click(await screen.findByRole('button', { name: 'Actions for 1001 Reception' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clone' }))
    expect(await screen.findByRole('textbox', { name: 'Number' })).toHaveValue('1002')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Reception')
    rpcs.save_record = () => answer({ ...row, id: 'other', extension: '1002' })
    await user.click(screen.getByRole('button', { name: 'Create extension' }))
    await waitFor(() =>
      expect(calls('save_record')).toMatchObject([
        {
          expected_version: null,
          record_values: { extension: '1002', effective_caller_id_name: 'Reception' },
        },
      ]),
    )
  })

  test('says of a clone that its secrets are not copied', async () => {
    const room = { ...conferenceRoom.blank, id: ID, version: 1, name: 'Board', number: '3000' }
    rpcs.record_page = () => answer([room])
    stored = () => answer(room)
    const { user } = open(<ResourcePage resource={conferenceRoom} />)
    await user.click(await screen.findByRole('button', { name: 'New conference room' }))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('')
    const notice = 'Everything is copied but passwords, PINs and files.'
    expect(screen.queryByText(notice)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Actions for 3000 Board' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Clone' }))
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Board')
    expect(screen.getByText(notice)).toBeVisible()
  })

  test('reads a record to clone again on request if it could not be read', async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Actions for 1001 Reception' }))
    stored = () => ({ data: null, error: { message: 'boom' }, status: 500 })
    await user.click(await screen.findByRole('menuitem', { name: 'Clone' }))
    const again = await screen.findByRole('button', { name: 'Try again' })
    stored = () => answer(row)
    await user.click(again)
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Reception')
  })

  test('shows the saved values immediately, and deletes at the version just saved', async () => {
    const { user } = show(`?record=${ID}`)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' desk')
    await screen.findByRole('link', { name: '1001', hidden: true })
    // The list takes long to be read again.
    rpcs.record_page = () => new Promise(() => undefined)
    rpcs.save_record = () => answer({ ...row, version: 4, effective_caller_id_name: 'Reception desk' })
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await user.click(await screen.findByRole('button', { name: 'Actions for 1001 Reception desk' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    rpcs.delete_records = () => answer([])
    await user.click(await screen.findByRole('button', { name: /^Delete/ }))
    await waitFor(() =>
      expect(calls('delete_records')).toMatchObject([{ seen: [{ id: ID, version: 4 }], tenant: TENANT.id }]),
    )
  })

  test('is not submitted while a field is invalid', async () => {
    const { user } = show('?record=new')
    await user.type(await screen.findByRole('textbox', { name: 'Number' }), 'x')
    await user.click(screen.getByRole('button', { name: 'Create extension' }))
    expect(await screen.findByText('Enter an extension of 2 to 7 digits.')).toBeInTheDocument()
    expect(calls('save_record')).toHaveLength(0)
  })

  test('names the record that already has the number, next to the number', async () => {
    rpcs.save_record = () =>
      refusal(
        '23505',
        '1001 is already taken by the ring group Sales.',
        JSON.stringify({ kind: 'ring_groups', id: 'x', column: 'extension' }),
      )
    const { user } = show('?record=new')
    const box = await screen.findByRole('textbox', { name: 'Number' })
    await user.type(box, '1001')
    await user.click(screen.getByRole('button', { name: 'Create extension' }))
    expect(await screen.findByText('1001 is already taken by the ring group Sales.')).toBeInTheDocument()
    expect(box).toHaveAccessibleDescription(/already taken/)
    expect(box).toHaveValue('1001')
  })

  test('keeps the input when someone else saved first, and overwrites only on request', async () => {
    const { user } = show(`?record=${ID}`)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Front desk')
    stored = () => answer({ ...row, version: 4, effective_caller_id_name: 'Lobby', description: 'Moved' })
    rpcs.save_record = () => refusal('TR409', 'Someone else has saved this record since you opened it.')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    const notice = (await screen.findAllByRole('alert'))[0] as HTMLElement
    const both = within(notice).getByRole('group', { name: 'Name' })
    expect(within(both).getByRole('radio', { name: 'Theirs: Lobby' })).not.toBeChecked()
    const yours = within(both).getByRole('radio', { name: 'Yours: Front desk' })
    expect(yours).toBeChecked()
    await waitFor(() => expect(yours).toHaveFocus())
    expect(notice).not.toHaveTextContent('Description')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Front desk')
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Moved')

    rpcs.save_record = () => answer({ ...row, version: 5 })
    await user.click(screen.getByRole('button', { name: 'Save these choices' }))
    await waitFor(() =>
      expect(calls('save_record').at(-1)).toMatchObject({
        expected_version: 4,
        record_values: { effective_caller_id_name: 'Front desk', description: 'Moved' },
      }),
    )
  })

  test('takes the other person’s value for chosen fields, and keeps the rest', async () => {
    const { user } = show(`?record=${ID}`)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    const description = screen.getByRole('textbox', { name: 'Description' })
    await user.type(name, '!')
    await user.type(description, 'By the door')
    stored = () => answer({ ...row, version: 4, effective_caller_id_name: 'Lobby', description: 'Moved' })
    rpcs.save_record = () => refusal('TR409', 'Someone else has saved this record since you opened it.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('radio', { name: 'Theirs: Lobby' }))
    expect(name).toHaveValue('Lobby')
    expect(description).toHaveValue('By the door')
    rpcs.save_record = () => answer({ ...row, version: 5 })
    await user.click(screen.getByRole('button', { name: 'Save these choices' }))
    await waitFor(() =>
      expect(calls('save_record').at(-1)).toMatchObject({
        expected_version: 4,
        record_values: { effective_caller_id_name: 'Lobby', description: 'By the door' },
      }),
    )
  })

  test('takes all of the other person’s values on request', async () => {
    const { user } = show(`?record=${ID}`)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.type(name, '!')
    stored = () => answer({ ...row, version: 4, effective_caller_id_name: 'Lobby' })
    rpcs.save_record = () => refusal('TR409', 'Someone else has saved this record since you opened it.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Take all of theirs' }))
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Lobby')
    expect(screen.queryByRole('button', { name: 'Take all of theirs' })).not.toBeInTheDocument()
  })

  describe('that someone else changes meanwhile', () => {
    function Elsewhere() {
      const refresh = useRefresh()
      return (
        <button onClick={() => void refresh(keys.records(TENANT.id, 'extensions'))}>Reload the list</button>
      )
    }

    async function openForm() {
      const page = (
        <>
          <ResourcePage resource={extension} />
          <Elsewhere />
        </>
      )
      const { user } = open(page, `?record=${ID}`)
      const name = await screen.findByRole('textbox', { name: 'Name' })
      return { user, name, dialog: screen.getByRole('dialog') }
    }
    // A page behind a dialog cannot be clicked; the list reloads there by itself.
    const listChanges = () => screen.getByText('Reload the list').click()

    test('says so at once and offers to compare, without touching what was typed', async () => {
      const { user, name, dialog } = await openForm()
      await user.type(name, '!')
      expect(within(dialog).queryByRole('status')).not.toBeInTheDocument()
      stored = () => answer({ ...row, version: 4, effective_caller_id_name: 'Lobby', description: 'Moved' })
      listChanges()

      const notice = await within(dialog).findByRole('status')
      expect(notice).toHaveTextContent('Someone else has saved this extension')
      expect(name).toHaveValue('Reception!')
      expect(name).toHaveFocus()
      expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('')

      await user.click(within(notice).getByRole('button', { name: 'Compare with yours' }))
      expect(await screen.findByRole('radio', { name: 'Theirs: Lobby' })).toBeInTheDocument()
      expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Moved')
      expect(within(dialog).queryByRole('status')).not.toBeInTheDocument()
      rpcs.save_record = () => answer({ ...row, version: 5 })
      await user.click(screen.getByRole('button', { name: 'Save these choices' }))
      await waitFor(() => expect(calls('save_record').at(-1)).toMatchObject({ expected_version: 4 }))
    })

    test('shows the saved values of an untouched form on request, and saves over them', async () => {
      const { user, name, dialog } = await openForm()
      stored = () => answer({ ...row, version: 4, effective_caller_id_name: 'Lobby' })
      listChanges()
      await user.click(await within(dialog).findByRole('button', { name: 'Show the saved values' }))
      await waitFor(() => expect(name).toHaveValue('Lobby'))
      expect(within(dialog).queryByRole('status')).not.toBeInTheDocument()
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      rpcs.save_record = () => answer({ ...row, version: 5 })
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(calls('save_record').at(-1)).toMatchObject({ expected_version: 4 }))
    })

    test('says that it has been deleted, and keeps what was typed', async () => {
      const { user, name, dialog } = await openForm()
      await user.type(name, '!')
      stored = () => answer(null)
      listChanges()
      const notice = await within(dialog).findByRole('status')
      expect(notice).toHaveTextContent('Someone else has deleted this extension')
      expect(notice).toHaveTextContent('can only be saved once it has been restored from the Changes page.')
      expect(name).toHaveValue('Reception!')
    })

    test('says nothing of a deletion once it is restored and opened again', async () => {
      const { user, dialog } = await openForm()
      stored = () => answer(null)
      listChanges()
      expect(await within(dialog).findByRole('status')).toHaveTextContent('has deleted this extension')
      const restored = { ...row, version: 4 }
      stored = () => answer(restored)
      rpcs.record_page = () => answer([restored])
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
      listChanges()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await user.click(await screen.findByRole('link', { name: '1001' }))
      const again = await screen.findByRole('dialog')
      expect(await within(again).findByRole('textbox', { name: 'Name' })).toHaveValue('Reception')
      expect(within(again).queryByRole('status')).toBeNull()
    })

    test('says nothing when the list reloads with the same version', async () => {
      const { dialog } = await openForm()
      const reads = backend.from.mock.calls.length
      listChanges()
      await waitFor(() => expect(backend.from.mock.calls.length).toBeGreaterThan(reads))
      expect(within(dialog).queryByRole('status')).not.toBeInTheDocument()
    })
  })

  test('stays open with what was typed while it was saved', async () => {
    const saved = Promise.withResolvers<unknown>()
    rpcs.save_record = () => saved.promise
    const { user, onUrlUpdate } = show(`?record=${ID}`)
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.type(name, ' desk')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(calls('save_record')).toHaveLength(1))
    await user.type(name, '!')
    const first = { ...row, version: 4, effective_caller_id_name: 'Reception desk' }
    stored = () => answer(first)
    await act(async () => saved.resolve(answer(first)))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toBeEnabled())
    expect(name).toHaveValue('Reception desk!')

    rpcs.save_record = () => answer({ ...first, version: 5, effective_caller_id_name: 'Reception desk!' })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].queryString).toBe(''))
    expect(calls('save_record')[1]).toMatchObject({
      expected_version: 4,
      record_values: { effective_caller_id_name: 'Reception desk!' },
    })
  })

  test('that is left while it is saved leaves the one open that was opened since', async () => {
    const close = vi.fn()
    function Panel() {
      const [record, setRecord] = useState(ID)
      return (
        <>
          <button onClick={() => setRecord(OTHER)}>Go to the other</button>
          <RecordPanel resource={extension} record={record} onClose={close} onDelete={() => undefined} />
        </>
      )
    }
    const saved = Promise.withResolvers<unknown>()
    rpcs.save_record = () => saved.promise
    const { user } = open(<Panel />)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' desk')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()

    stored = () => answer({ ...row, id: OTHER, effective_caller_id_name: 'Lobby' })
    // As Back does.
    await act(async () => screen.getByText('Go to the other').click())
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Lobby')
    await act(async () => saved.resolve(answer({ ...row, version: 4 })))
    expect(notify).toHaveBeenCalledWith('success', 'Saved the extension 1001 Reception')
    expect(close).not.toHaveBeenCalled()
  })

  test('asks before discarding the input', async () => {
    const { user } = show(`?record=${ID}`)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Reception!')
  })

  test('says when the record does not exist', async () => {
    stored = () => answer(null)
    show(`?record=${ID}`)
    expect(await screen.findByText('Extension not found')).toBeInTheDocument()
  })
})

describe('deleting a record', () => {
  test('names what uses it, and requires a new destination for those calls', async () => {
    rpcs.used_by = () =>
      answer([
        {
          table_name: 'ring_groups',
          record_id: 'g1',
          column_name: 'timeout_destination_id',
          label: '6000 Sales',
        },
      ])
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Actions for 1001 Reception' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog', { name: /^Delete the extension 1001/ })
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    expect(await within(dialog).findByText('6000 Sales')).toBeInTheDocument()
    expect(dialog).toHaveAccessibleDescription(/It is used in 1 place.*6000 Sales/)
    expect(within(dialog).getByRole('button', { name: 'Reroute calls and delete' })).toBeDisabled()
  })

  test('leaves the next question open when the list has reloaded after the one before', async () => {
    const second = { ...row, id: OTHER, extension: '1002', effective_caller_id_name: 'Lobby' }
    rpcs.record_page = () => answer([row, second])
    rpcs.delete_records = () => answer([])
    const { user } = show()
    const ask = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
      return screen.findByRole('alertdialog', { name: `Delete the extension ${name}?` })
    }
    const reloaded = Promise.withResolvers<void>()
    const first = await ask('1001 Reception')
    expect(
      await within(first).findByText('Nothing uses it. You can restore it only from the Changes page.'),
    ).toBeInTheDocument()
    rpcs.record_page = async () => {
      await reloaded.promise
      return answer([second])
    }
    await user.click(await within(first).findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(first).not.toBeInTheDocument())

    const next = await ask('1002 Lobby')
    await act(async () => reloaded.resolve())
    await waitFor(() => expect(screen.queryByRole('link', { name: '1001', hidden: true })).toBeNull())
    expect(next).toBeInTheDocument()
  })

  const use = (
    table_name: string,
    label: string,
    goes: string | null,
    { personal = false, column_name = 'extension_id' } = {},
  ) => ({ table_name, record_id: crypto.randomUUID(), column_name, label, goes, personal })
  const phone = use('devices', 'Front desk', 'part', { personal: true })
  const rule = use('call_block_rules', '+12075550123', 'record', { personal: true })
  const asked = async () => {
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Actions for 1001 Reception' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    return { user, dialog: await screen.findByRole('alertdialog', { name: /^Delete the extension 1001/ }) }
  }

  test('requires another record where the record itself is used', async () => {
    rpcs.used_by = () => answer([use('call_records', 'Front desk', null)])
    const { dialog } = await asked()
    expect(await within(dialog).findByText('Use this extension instead')).toBeInTheDocument()
    expect(within(dialog).getByRole('button', { name: 'Replace and delete' })).toBeDisabled()
  })

  test('takes it out of what it is only a member of, and says what that leaves', async () => {
    rpcs.used_by = () =>
      answer([
        phone,
        use('ring_groups', '6000 Sales', 'part'),
        use('ring_groups', '6001 Support', 'part'),
        use('extensions', '1002 Lobby', 'part', { column_name: 'target_destination_id' }),
        use('call_center_agents', 'Ada', 'record'),
        rule,
      ])
    const { user, dialog } = await asked()
    expect(
      await within(dialog).findByText(
        'It is removed from 1 device, 2 ring groups and 1 follow-me list. Deleted with it: 1 agent and 1 block rule. Restoring it from the Changes page puts it back there.',
      ),
    ).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(calls('repoint')).toEqual([
      {
        target_table: 'extensions',
        target: ID,
        delete_after: true,
        expected_version: 3,
        tenant: TENANT.id,
      },
    ])
  })

  test.each([
    ['a portal user', 'portal_users', true],
    ['a device', 'devices', false],
  ])('when %s loses it (%s) says that somebody can still sign in: %s', async (_what, table, said) => {
    rpcs.used_by = () => answer([use(table, 'Ann Lee', 'part', { personal: true })])
    const { dialog } = await asked()
    expect(await within(dialog).findByText(/^It is removed from 1 /)).toBeInTheDocument()
    expect(
      within(dialog).queryAllByText(
        /Its portal user can still sign in\. To prevent that, disable them on the Users page\.$/,
      ),
    ).toHaveLength(said ? 1 : 0)
  })

  test('gives its places to another record where one is chosen, except those of one person', async () => {
    rpcs.offered_records = () => answer([{ id: OTHER, label: '1002 Lobby' }])
    rpcs.used_by = () => answer([use('ring_groups', '6000 Sales', 'part'), phone, rule])
    const { user, dialog } = await asked()
    await user.click(await within(dialog).findByRole('combobox', { name: 'Another extension takes over' }))
    await user.click(await screen.findByRole('option', { name: /1002/ }))
    expect(
      await within(dialog).findByText(
        'That extension takes its place. This one is only removed from 1 device, which nobody else gets. Deleted with it: 1 block rule.',
      ),
    ).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Replace and delete' }))
    await waitFor(() => expect(calls('repoint')).toEqual([expect.objectContaining({ to_record: OTHER })]))
  })

  test('offers nobody to take over what is only personal', async () => {
    rpcs.used_by = () => answer([phone, rule])
    const { dialog } = await asked()
    expect(
      await within(dialog).findByText(
        'It is removed from 1 device. Deleted with it: 1 block rule. Restoring it from the Changes page puts it back there.',
      ),
    ).toBeInTheDocument()
    expect(within(dialog).queryByRole('combobox')).not.toBeInTheDocument()
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeEnabled()
  })
})

describe('bulk editing', () => {
  async function edit() {
    const { user } = show()
    await user.click(await screen.findByRole('checkbox', { name: 'Select 1001 Reception' }))
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit 1 extension' })
    const add = async (field: string) => {
      await user.click(within(dialog).getByRole('combobox', { name: 'Add a field to change', hidden: true }))
      await user.click(await screen.findByRole('option', { name: field }))
    }
    const change = () => user.click(within(dialog).getByRole('button', { name: 'Change 1 extension' }))
    return { user, dialog, add, change }
  }

  test('changes several fields in one request, and lists the records that failed', async () => {
    rpcs.change_records = () =>
      answer([
        { id: ID, code: '42501', message: 'new row violates row-level security policy', details: null },
      ])
    const { user, dialog, add, change } = await edit()
    await add('Name')
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await user.keyboard('Spare')
    await add('Enabled')
    await user.click(within(dialog).getByRole('switch', { name: 'Enabled' }))
    await change()
    expect(await screen.findByText('0 done, 1 failed.')).toBeInTheDocument()
    const report = within(screen.getByRole('dialog', { name: 'Edit 1 extension' }))
    expect(report.getByText('Your role does not allow this.')).toBeInTheDocument()
    expect(calls('change_records')).toEqual([
      {
        target_table: 'extensions',
        tenant: TENANT.id,
        seen: [{ id: ID, version: 3 }],
        record_values: { effective_caller_id_name: 'Spare', enabled: false },
        run: expect.any(String),
      },
    ])
  })

  test('says that records may be changed if the response was lost, and keeps them selected', async () => {
    rpcs.change_records = () => ({ data: null, error: { message: 'fetch failed' }, status: 0 })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { add, change } = await edit()
    await add('Enabled')
    await change()
    expect(
      await screen.findByText('The server did not respond, so this may already be done. Try again.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'Select 1001 Reception', hidden: true })).toBeChecked()
  })

  test('leaves fields alone that are not chosen, or no longer chosen', async () => {
    rpcs.change_records = () => answer([])
    const { user, dialog, add, change } = await edit()
    expect(within(dialog).getByRole('button', { name: 'Change 1 extension' })).toBeDisabled()
    await add('Name')
    await add('Enabled')
    await user.click(within(dialog).getByRole('button', { name: 'Leave Name as it is' }))
    await change()
    await screen.findByText('1 done, 0 failed.')
    expect(calls('change_records')[0]).toMatchObject({ record_values: { enabled: true } })
    const report = within(screen.getByRole('dialog', { name: 'Edit 1 extension' }))
    expect(report.queryByText('1001 Reception')).not.toBeInTheDocument()
  })

  test('keeps its report about the records after they are deselected', async () => {
    rpcs.change_records = () => answer([])
    const { add, change } = await edit()
    await add('Enabled')
    await change()
    expect(await screen.findByText('1 done, 0 failed.')).toBeInTheDocument()
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Select 1001 Reception', hidden: true })).not.toBeChecked(),
    )
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Edit 1 extension')
  })
})

test('the question before many are deleted says what is lost with them for good', async () => {
  const { user } = open(
    <ResourcePage resource={extension} deletesForGood="Voicemail there is permanently deleted." />,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select 1001 Reception' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(
    await screen.findByText(
      'This deletes 1 extension. Any that are in use are kept, and listed with what uses them. Voicemail there is permanently deleted.',
    ),
  ).toBeVisible()
})
