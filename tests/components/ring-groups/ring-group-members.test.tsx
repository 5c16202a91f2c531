import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { SWRConfig } from 'swr'
import { describe, expect, test, vi } from 'vitest'
import type { EditorProps } from '@/components/records/record-form'
import { RingGroupMembers } from '@/components/ring-groups/ring-group-members'
import { TenantContext } from '@/hooks/use-tenant'
import type { RingGroupMember } from '@/lib/resources/ring-group-member'
import { grant } from '../fake-member'
import { answerFetches, TENANT } from '../records/fake-backend'

const destination = (kind: string, id: string, number: string, name: string) => ({
  id,
  kind,
  number,
  name,
  enabled: true,
  domain: TENANT.domain,
})
const DESTINATIONS = [
  destination('extensions', 'reception', '1001', 'Reception'),
  destination('extensions', 'billing', '1002', 'Billing'),
  destination('extensions', 'workshop', '1003', 'Workshop'),
  destination('voicemails', 'mailbox', '1001', 'Reception'),
]
const SERVICE = [
  { id: 'reception', enabled: true, suspended: false, do_not_disturb: false, forward_all_enabled: false },
  {
    id: 'billing',
    enabled: true,
    suspended: false,
    do_not_disturb: true,
    forward_all_enabled: true,
    forward_all_destination_id: 'reception',
  },
  { id: 'workshop', enabled: true, suspended: true, do_not_disturb: false, forward_all_enabled: true },
]

vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'create', 'edit')

/** Nobody's desk phone registers the reception's extension. */
const DEVICES = { billing: 1, workshop: 1 }

const saved = vi.hoisted(() => vi.fn())
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (name: string, given: { record: string }) => {
      if (name === 'save_record') saved(given)
      return { data: name === 'extension_devices' ? DEVICES : DESTINATIONS, error: null, status: 200 }
    },
    from: (table: string) => ({
      select: () => ({
        in: async (_: string, ids: string[]) => ({
          data: (table === 'destinations' ? DESTINATIONS : SERVICE).filter(({ id }) => ids.includes(id)),
          error: null,
          status: 200,
        }),
      }),
    }),
  }),
}))

const member = (id: string, given: Partial<RingGroupMember> = {}): RingGroupMember => ({
  id,
  extension_id: id,
  external_number: null,
  delay: 0,
  timeout: 20,
  confirm: false,
  enabled: true,
  ...given,
})

let values: () => Record<string, unknown>
function Form({
  members,
  strategy,
  follows,
  mayEdit,
}: {
  members: RingGroupMember[]
  strategy: string
  follows: boolean
  mayEdit: boolean
}) {
  const form = useForm({
    defaultValues: {
      strategy,
      call_timeout: 30,
      timeout_destination_id: null,
      follow_forwarding: follows,
      ring_group_members: members,
    },
  })
  values = form.getValues
  return (
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <TenantContext value={TENANT}>
        <FormProvider {...form}>
          <RingGroupMembers {...({ mayEdit } as EditorProps)} />
        </FormProvider>
      </TenantContext>
    </SWRConfig>
  )
}

function open(members: RingGroupMember[], { strategy = 'sequence', follows = false, mayEdit = true } = {}) {
  answerFetches()
  render(<Form members={members} strategy={strategy} follows={follows} mayEdit={mayEdit} />)
  return userEvent.setup()
}
const stored = () => values().ring_group_members as RingGroupMember[]
const targets = () => stored().map(({ extension_id, external_number }) => extension_id ?? external_number)
const timeline = () =>
  within(screen.getByRole('region', { name: 'Who rings when' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the members of a ring group', () => {
  test('are moved with buttons, which are disabled at both ends', async () => {
    const user = open([member('reception'), member('billing')])
    await screen.findByRole('button', { name: 'Move 1001 Reception down' })
    expect(screen.getByRole('button', { name: 'Move 1001 Reception up' })).toHaveAttribute('aria-disabled')
    expect(screen.getByRole('button', { name: 'Move 1002 Billing down' })).toHaveAttribute('aria-disabled')
    await user.click(screen.getByRole('button', { name: 'Move 1001 Reception down' }))
    expect(targets()).toEqual(['billing', 'reception'])
  })

  test('are added by name; mailboxes and existing members are not offered', async () => {
    const user = open([member('reception')])
    await user.click(await screen.findByRole('combobox', { name: 'Add a member' }))
    await screen.findByRole('option', { name: '1002 Billing' })
    const options = screen.getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      '1002 Billing',
      '1003 Workshop',
      'Add all 2',
      'New extension…',
    ])
    await user.click(screen.getByRole('option', { name: '1002 Billing' }))
    expect(stored()[1]).toMatchObject({ extension_id: 'billing', delay: 0, timeout: 30, confirm: false })
  })

  test('are added one by one from the open list, or all matches at once', async () => {
    const user = open([])
    await user.click(await screen.findByRole('combobox', { name: 'Add a member' }))
    await user.click(await screen.findByRole('option', { name: '1003 Workshop' }))
    await user.type(screen.getByPlaceholderText('Extension, name or external number'), '100')
    await user.click(screen.getByRole('option', { name: 'Add all 2 found' }))
    expect(targets()).toEqual(['workshop', 'reception', 'billing'])
  })

  test('may be an extension created on the spot', async () => {
    const user = open([member('reception')])
    await user.click(await screen.findByRole('combobox', { name: 'Add a member' }))
    await user.click(await screen.findByRole('option', { name: 'New extension…' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '1009')
    await user.click(within(dialog).getByRole('button', { name: 'Create extension' }))
    await waitFor(() => expect(targets()).toHaveLength(2))
    expect(saved.mock.lastCall?.[0]).toMatchObject({
      target_table: 'extensions',
      tenant: TENANT.id,
      record: targets()[1],
      record_values: { extension: '1009' },
    })
  })

  test('may be an outside number, which has to confirm', async () => {
    const user = open([])
    await user.click(await screen.findByRole('combobox', { name: 'Add a member' }))
    await user.type(await screen.findByPlaceholderText('Extension, name or external number'), '207 555 0123')
    await user.click(await screen.findByText('Ring (207) 555-0123'))
    expect(stored()).toEqual([
      expect.objectContaining({ extension_id: null, external_number: '+12075550123', confirm: true }),
    ])
  })

  test('can be removed', async () => {
    const user = open([member('reception'), member('billing')])
    await user.click(await screen.findByRole('button', { name: 'Remove 1001 Reception' }))
    expect(targets()).toEqual(['billing'])
  })

  test('are read-only for users who may not edit', async () => {
    open([member('reception'), member('billing')], { mayEdit: false })
    await screen.findAllByText('1001 Reception')
    expect(screen.queryByRole('combobox', { name: 'Add a member' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Drag/ })).toBeNull()
  })
})

test('a member whose extension is on no device is flagged', async () => {
  open([member('reception'), member('billing')])
  expect(await screen.findByText('No device')).toBeVisible()
  expect(screen.getByText('1001 Reception', { selector: 'p > *' }).parentElement).toHaveTextContent(
    'No device',
  )
})

describe('the ring timeline', () => {
  test('follows the strategy, the order and the times as they are edited', async () => {
    const user = open([
      member('reception'),
      member('outside', { extension_id: null, external_number: '+12075550123' }),
    ])
    await screen.findAllByText('1001 Reception')
    expect(timeline()).toEqual(['1001 Reception0–20 s', '(207) 555-012320–30 s, cut'])
    const [rings] = screen.getAllByRole('spinbutton', { name: 'Rings, s' })
    if (!rings) throw new Error('No field')
    await user.clear(rings)
    await user.type(rings, '30')
    expect(timeline()).toEqual(['1001 Reception0–30 s', '(207) 555-0123Too late'])
    expect(screen.getByText(/After 30 s without an answer the call is hung up/)).toBeVisible()
  })

  test('flags members that cannot ring, and says if nobody does', async () => {
    open([member('billing'), member('workshop'), member('reception', { enabled: false })])
    expect(await screen.findAllByText('Do not disturb')).toHaveLength(2)
    expect(screen.getAllByText('Suspended')).toHaveLength(2)
    expect(screen.getAllByText('Switched off')).toHaveLength(2)
    expect(screen.getByText('Nobody rings: the call is hung up at once.')).toBeVisible()
  })

  test('rings for one on do not disturb that forwards its calls, if the group follows that', async () => {
    open([member('billing'), member('workshop')], { follows: true })
    expect(await screen.findAllByText('Suspended')).toHaveLength(2)
    expect(screen.queryByText('Do not disturb')).toBeNull()
    expect(timeline()).toEqual(['1002 Billing0–20 s', '1003 WorkshopSuspended'])
  })

  test('says that a random order is only an example', async () => {
    open(
      [member('reception'), member('workshop2', { extension_id: null, external_number: '+12075550123' })],
      {
        strategy: 'random',
      },
    )
    expect(await screen.findByText(/One example: the order is random/)).toBeVisible()
  })
})
