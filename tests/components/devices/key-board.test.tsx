import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { KeyBoard, type KeyBoardProps } from '@/components/devices/key-board'
import type { RecordValues } from '@/lib/records/field'
import type { KeyRow } from '@/lib/telephony/provisioning/key-rows'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'edit')

const key = (given: Partial<KeyRow>): KeyRow => ({
  id: `key-${given.position ?? 2}`,
  category: 'line',
  position: 2,
  type: 'park',
  line: 1,
  value: '5901',
  destination_id: null,
  label: 'Park 1',
  ...given,
})

let kept: KeyRow[] = []
function Kept() {
  kept = useWatch<RecordValues>({ name: 'device_keys' }) as KeyRow[]
  return null
}
function Form({ keys, children }: { keys: KeyRow[]; children: ReactNode }) {
  const form = useForm<RecordValues>({ defaultValues: { device_keys: keys } })
  return (
    <FormProvider {...form}>
      {children}
      <Kept />
    </FormProvider>
  )
}
function openBoard(keys: KeyRow[] = [], board: Partial<KeyBoardProps> = {}) {
  return open(
    <Form keys={keys}>
      <KeyBoard name="device_keys" vendor="Yealink" model="T54W" {...board} />
    </Form>,
  )
}
const keyButton = (name: string | RegExp) => screen.getByRole('button', { name })
const details = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => {
  const pickup = { feature: 'directed_pickup', code: '**', name: 'Pick up an extension' }
  const stored: Record<string, unknown> = { feature_codes: [pickup], park_lots: [], number_plan: null }
  backend.from.mockReset().mockImplementation((table: string) => tableOf(() => answer(stored[table])))
  backend.rpc.mockReset().mockResolvedValue(
    answer([
      {
        id: 'd1',
        kind: 'extensions',
        number: '1001',
        name: 'Reception',
        enabled: true,
        domain: TENANT.domain,
      },
      {
        id: 'd3',
        kind: 'ring_groups',
        number: '6000',
        name: 'Sales',
        enabled: true,
        domain: TENANT.domain,
      },
      {
        id: 'd2',
        kind: 'voicemails',
        number: '1001',
        name: 'Reception',
        enabled: true,
        domain: TENANT.domain,
      },
    ]),
  )
})

describe('the key layout of a phone', () => {
  test('shows the model’s visible keys, with line keys by default', () => {
    openBoard([key({})])
    expect(keyButton('Line key 1: Line 1')).toHaveAttribute('aria-pressed', 'true')
    expect(keyButton('Line key 2: Call park 5901, Park 1')).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: /^Line key \d+: / })).toHaveLength(9)
  })

  test('is a single tab stop; arrow keys move between keys', async () => {
    const { user } = openBoard()
    keyButton('Line key 1: Line 1').focus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowUp}')
    expect(keyButton('Line key 2: nothing')).toHaveFocus()
    expect(keyButton('Line key 2: nothing')).toHaveAttribute('aria-pressed', 'true')
    await user.keyboard('{End}')
    expect(keyButton('Line key 9: nothing')).toHaveFocus()
    await user.keyboard('{ArrowDown}{Home}')
    expect(keyButton('Line key 1: Line 1')).toHaveFocus()
    expect(
      screen.getAllByRole('button', { name: /^Line key/ }).filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1)
  })

  test('pages through the phone and its modules', async () => {
    const { user } = openBoard()
    const part = screen.getByRole('combobox', { name: 'Part of the phone' })
    await user.selectOptions(part, 'Beside the screen, page 3')
    expect(keyButton('Line key 27: nothing')).toBeInTheDocument()
    await user.selectOptions(part, 'Expansion module 2, page 1')
    expect(keyButton('Expansion key 61: nothing')).toHaveAttribute('aria-pressed', 'true')
  })

  test('says so if a phone has no keys', () => {
    openBoard([], { vendor: 'Grandstream', model: 'HT812' })
    expect(screen.getByText('This model has no programmable keys.')).toBeInTheDocument()
  })
})

describe('a programmable key', () => {
  test('can monitor an extension, and is named after it', async () => {
    const { user } = openBoard()
    await user.click(keyButton('Line key 3: nothing'))
    await user.selectOptions(details('Line key 3').getByLabelText('Type'), 'Busy lamp (BLF)')
    expect(keyButton('Line key 3: Busy lamp (BLF), incomplete')).toBeInTheDocument()
    await user.click(details('Line key 3').getByRole('combobox', { name: 'Watches' }))
    await user.click(await screen.findByRole('option', { name: '1001 Reception' }))
    expect(screen.queryByRole('option', { name: /✉/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('option', { name: '6000 Sales' })).not.toBeInTheDocument()
    expect(details('Line key 3').getByText(/^The lamp lights for extensions only/)).toBeInTheDocument()
    await waitFor(() =>
      expect(kept).toMatchObject([{ position: 3, type: 'blf', destination_id: 'd1', value: '' }]),
    )
    expect(keyButton('Line key 3: Busy lamp (BLF), 1001 Reception')).toBeInTheDocument()
  })

  test.each([
    ['Yealink', 'T54W', true],
    ['Grandstream', 'GRP2614', true],
    ['Snom', 'D785', true],
    ['Polycom', 'VVX 450', false],
  ])(
    'that dials offers a line on a phone by %s only if the phone obeys it',
    async (vendor, model, offered) => {
      const { user } = openBoard([key({ type: 'speed_dial', value: '1001' })], { vendor, model })
      await user.click(keyButton(/^Line key 2: /))
      const line = () => details('Line key 2').queryByLabelText('Line')
      expect(line() !== null).toBe(offered)
      await user.selectOptions(details('Line key 2').getByLabelText('Type'), 'Line')
      expect(line()).toBeInTheDocument()
    },
  )

  test('stays one entry while edited, and loses its number when its type changes', async () => {
    const { user } = openBoard([key({})])
    await user.click(keyButton(/^Line key 2: /))
    const number = details('Line key 2').getByLabelText('Parking space')
    await user.clear(number)
    await user.type(number, '5902')
    expect(kept).toMatchObject([{ id: 'key-2', position: 2, value: '5902' }])
    await user.selectOptions(details('Line key 2').getByLabelText('Type'), 'Line')
    expect(kept).toMatchObject([{ id: 'key-2', type: 'line', value: '', destination_id: null }])
  })

  test.each([
    ['6000 Sales', 'loses it when it becomes a busy lamp, which watches extensions only', null],
    ['1001 Reception', 'keeps it when it becomes a busy lamp', 'd1'],
  ])('that dials %s %s', async (name, _then, watched) => {
    const dialed = name === '6000 Sales' ? 'd3' : 'd1'
    const { user } = openBoard([key({ type: 'speed_dial', value: '', label: '', destination_id: dialed })])
    await user.click(await screen.findByRole('button', { name: `Line key 2: Speed dial, ${name}` }))
    await user.selectOptions(details('Line key 2').getByLabelText('Type'), 'Busy lamp (BLF)')
    expect(kept).toMatchObject([{ type: 'blf', destination_id: watched }])
  })

  test('names the record that has the typed number, or says that none has it', async () => {
    const { user } = openBoard()
    await user.click(keyButton('Line key 3: nothing'))
    await user.selectOptions(details('Line key 3').getByLabelText('Type'), 'Speed dial')
    const number = details('Line key 3').getByLabelText('Number')
    await user.type(number, '**1001')
    expect(await details('Line key 3').findByText('Pick up an extension')).toBeInTheDocument()
    await user.clear(number)
    await user.type(number, '4444')
    expect(
      await details('Line key 3').findByText('No extension, group or code of this tenant has this number.'),
    ).toBeInTheDocument()
  })

  test('can be cleared', async () => {
    const { user } = openBoard([key({})])
    await user.click(keyButton(/^Line key 2: /))
    await user.click(details('Line key 2').getByRole('button', { name: 'Clear key' }))
    expect(kept).toEqual([])
    expect(keyButton('Line key 2: nothing')).toBeInTheDocument()
  })

  test('from the profile can be overridden on the phone, and restored', async () => {
    const { user } = openBoard([], { inherited: [key({ id: 'profile-key' })] })
    await user.click(keyButton('Line key 2: Call park 5901, Park 1'))
    expect(details('Line key 2').getByText(/From the profile/)).toBeInTheDocument()
    await user.selectOptions(details('Line key 2').getByLabelText('Type'), 'Nothing')
    expect(kept).toMatchObject([{ position: 2, type: 'none', value: '' }])
    expect(kept[0]?.id).not.toBe('profile-key')
    await user.click(details('Line key 2').getByRole('button', { name: 'Use the profile’s key' }))
    expect(kept).toEqual([])
    expect(keyButton('Line key 2: Call park 5901, Park 1')).toBeInTheDocument()
  })

  test('in the list selects its place on the phone', async () => {
    const { user } = openBoard([key({}), key({ category: 'expansion', position: 22, label: '' })])
    const list = within(screen.getByRole('region', { name: 'Programmed keys' }))
    expect(list.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Line key 2Call park · 5901',
      'Expansion key 22Call park · 5901',
    ])
    await user.click(list.getByRole('button', { name: /Expansion key 22/ }))
    expect(screen.getByRole('combobox', { name: 'Part of the phone' })).toHaveDisplayValue(
      'Expansion module 1, page 2',
    )
    expect(keyButton(/^Expansion key 22: Call park/)).toHaveAttribute('aria-pressed', 'true')
  })
})
