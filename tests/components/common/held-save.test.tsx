import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { FormProvider, useController, useForm } from 'react-hook-form'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DestinationPicker } from '@/components/common/destination-picker'
import { FormDialog } from '@/components/common/form-dialog'
import { KeyBoard } from '@/components/devices/key-board'
import { RecordForm } from '@/components/records/record-form'
import { FormRow } from '@/components/ui/form-row'
import { notify } from '@/lib/browser/notify'
import type { RecordValues } from '@/lib/records/field'
import { destination, text } from '@/lib/records/field-builders'
import { defineResource } from '@/lib/records/resource'
import { grant } from '../fake-member'
import { answer, open, refusal, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/lib/session/session-store', () => ({
  currentUser: () => ({ id: 'ada' }),
  subscribeToUser: () => () => {},
}))
vi.mock('@/hooks/use-user', () => ({ useUser: () => ({ id: 'ada' }) }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'create', 'edit')
vi.mock('next/router', () => ({
  default: { events: { on() {}, off() {} }, asPath: '/' },
  useRouter: () => ({ query: {}, events: { on() {}, off() {} } }),
}))

const queue = defineResource({
  table: 'ring_groups',
  section: 'telephony',
  noun: 'group',
  plural: 'groups',
  fields: {
    name: text({ label: 'Name', start: 'Sales' }),
    timeout_destination_id: destination({ label: 'If no one answers' }),
  },
  columns: [{ id: 'name' }],
  search: 'Name',
  sort: { column: 'name' },
  importKey: ['name'],
  essentials: ['name'],
  label: (row) => String(row.name),
})
const HELD = [
  { id: 'd1', kind: 'extensions', number: '1001', name: 'Reception', enabled: true, domain: TENANT.domain },
  { id: 'd2', kind: 'extensions', number: '1002', name: 'Warehouse', enabled: true, domain: TENANT.domain },
]
let stored: PromiseWithResolvers<unknown>
const saves = () => backend.rpc.mock.calls.filter(([name]) => name === 'save_record')
const box = (name = 'If no one answers') => screen.getByRole('combobox', { name })
const picker = async (user: ReturnType<typeof open>['user'], name?: string) => {
  await user.click(box(name))
  await screen.findByRole('option', { name: '1001 Reception' })
}
async function typeNumber(user: ReturnType<typeof open>['user'], name?: string) {
  await picker(user, name)
  await user.keyboard('212-555-0100')
  await user.click(await screen.findByRole('option', { name: 'Send to (212) 555-0100' }))
}

beforeAll(async () => {
  await import('@/components/ui/combobox-panel')
})
beforeEach(() => {
  window.localStorage.clear()
  vi.mocked(notify).mockReset()
  stored = Promise.withResolvers()
  backend.rpc.mockReset().mockImplementation(async (name: string, asked: { values?: RecordValues }) => {
    if (name === 'tenant_destinations') return answer(HELD)
    if (name === 'destination_for') return stored.promise
    if (name === 'save_record') return answer({ id: 'r1', version: 2, ...asked.values })
    return answer([])
  })
})

describe('a record’s form with a number that is still being stored', () => {
  const show = () =>
    open(
      <RecordForm
        resource={queue}
        stored={{ id: 'r1', version: 1, name: 'Sales', timeout_destination_id: 'd1' }}
        onClose={() => {}}
        onSaved={() => {}}
      />,
    )
  const save = () => screen.getByRole('button', { name: 'Save' })

  test('is saved with the number, as soon as it is stored', async () => {
    const { user } = show()
    await typeNumber(user)
    expect(box()).toHaveTextContent('(212) 555-0100')
    await user.click(save())
    expect(save()).toHaveAttribute('aria-busy', 'true')
    expect(saves()).toEqual([])
    await act(async () => stored.resolve(answer('d9')))
    await waitFor(() => expect(saves()).toHaveLength(1))
    expect(JSON.stringify(saves())).toContain('"timeout_destination_id":"d9"')
  })

  test('is not saved if it cannot be stored, and says so', async () => {
    const { user } = show()
    await typeNumber(user)
    await user.click(save())
    await act(async () => stored.resolve(refusal('P0001', 'No.')))
    expect(await screen.findByText(/Nothing was saved, because a number that you chose/)).toBeVisible()
    expect(saves()).toEqual([])
    await waitFor(() => expect(box()).toHaveTextContent('1001 Reception'))
  })

  test('keeps what is chosen after the number', async () => {
    const { user } = show()
    await typeNumber(user)
    await picker(user)
    await user.click(screen.getByRole('option', { name: '1002 Warehouse' }))
    await act(async () => stored.resolve(answer('d9')))
    await user.click(save())
    await waitFor(() => expect(saves()).toHaveLength(1))
    expect(JSON.stringify(saves())).toContain('"timeout_destination_id":"d2"')
  })
})

test('a dialog with a number that is still being stored saves with the number', async () => {
  const saved = vi.fn()
  function Replacing() {
    const [value, setValue] = useState<string | null>('d1')
    return (
      <FormDialog
        title="Replace"
        submitLabel="Replace"
        dirty={false}
        draft={null}
        onSave={async () => saved(value) ?? true}
        onClose={() => {}}
      >
        <FormRow label="If no one answers">
          <DestinationPicker value={value} onChange={setValue} />
        </FormRow>
      </FormDialog>
    )
  }
  const { user } = open(<Replacing />)
  await typeNumber(user)
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  expect(saved).not.toHaveBeenCalled()
  await act(async () => stored.resolve(answer('d9')))
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith('d9'))
})

describe('a phone’s key with a number that is still being stored', () => {
  function Keys() {
    const form = useForm<RecordValues>({ defaultValues: { device_keys: [] } })
    return (
      <FormProvider {...form}>
        <KeyBoard name="device_keys" vendor="yealink" model="T46U" />
        <Held control={form.control} />
      </FormProvider>
    )
  }
  function Held({ control }: { control: ReturnType<typeof useForm<RecordValues>>['control'] }) {
    const { field } = useController({ control, name: 'device_keys' })
    return <output>{JSON.stringify(field.value)}</output>
  }
  const rows = () => JSON.parse(screen.getByRole('status').textContent ?? '[]') as object[]
  async function program() {
    const shown = open(<Keys />)
    await shown.user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'speed_dial')
    await typeNumber(shown.user, 'Dials')
    return shown
  }

  test('keeps the label that is typed meanwhile', async () => {
    const { user } = await program()
    await user.type(screen.getByRole('textbox', { name: 'Label' }), 'Cab')
    await act(async () => stored.resolve(answer('d9')))
    await waitFor(() => expect(rows()).toMatchObject([{ destination_id: 'd9', label: 'Cab' }]))
  })

  test('leaves the key that is opened meanwhile alone, and says that it was not set', async () => {
    const { user } = await program()
    await user.click(screen.getAllByRole('button', { name: /^Line key 3|^Key 3/ })[0] as HTMLElement)
    await act(async () => stored.resolve(answer('d9')))
    await waitFor(() =>
      expect(notify).toHaveBeenCalledWith('error', '(212) 555-0100 was not set, because its field is gone.'),
    )
    expect(rows()).toMatchObject([{ destination_id: null }])
  })
})
