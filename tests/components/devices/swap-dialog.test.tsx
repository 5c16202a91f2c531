import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SwapDialog } from '@/components/devices/swap-dialog'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ from: vi.fn(), rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))

const device = {
  id: '7b8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  mac: '00:0B:82:00:00:01',
  label: 'Reception',
  vendor: 'Grandstream',
  model: 'GRP2616',
  tenant_id: TENANT.id,
  version: 3,
}
const saves = () => backend.rpc.mock.calls.filter(([name]) => name === 'save_record')

test('a phone with fewer lines than are in use does not replace one', async () => {
  backend.from.mockImplementation(() =>
    tableOf(() =>
      answer([1, 2, 3, 4, 5, 6].map((line) => ({ line, transport: 'udp', register_expires: 600 }))),
    ),
  )
  backend.rpc.mockImplementation(async (name: string) => answer(name === 'find_stock' ? [] : device))
  const onClose = vi.fn()
  const { user } = open(<SwapDialog device={device} onClose={onClose} />)
  await user.type(screen.getByLabelText(/^New MAC address/), '00:0B:82:00:00:02')
  const model = await screen.findByLabelText('Model')
  await user.clear(model)
  await user.type(model, 'GRP2612')
  await user.click(screen.getByRole('button', { name: 'Swap' }))
  await waitFor(() =>
    expect(model).toHaveAccessibleDescription(
      'The GRP2612 has 2 lines, so no line can have a higher number.',
    ),
  )
  expect(backend.from).toHaveBeenCalledExactlyOnceWith('device_lines')
  expect(saves()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()

  await user.clear(model)
  await user.type(model, 'GXP2160')
  await user.click(screen.getByRole('button', { name: 'Swap' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saves()).toMatchObject([
    ['save_record', { record: device.id, record_values: { mac: '00:0B:82:00:00:02', model: 'GXP2160' } }],
  ])
})

test('a phone whose lines register in different ways is not replaced by one that registers them alike', async () => {
  const lines = ['udp', 'tls'].map((transport, at) => ({ line: at + 1, transport, register_expires: 600 }))
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer(lines)))
  backend.rpc
    .mockReset()
    .mockImplementation(async (name: string) => answer(name === 'find_stock' ? [] : device))
  const { user } = open(<SwapDialog device={device} onClose={vi.fn()} />)
  await user.type(screen.getByLabelText(/^New MAC address/), '00:0B:82:00:00:02')
  const model = await screen.findByLabelText('Model')
  await user.clear(model)
  await user.type(model, 'HT814')
  expect(model).toHaveAccessibleDescription(/^There is no configuration file for the HT814\./)
  await user.clear(model)
  await user.type(model, 'DP752')
  await user.click(screen.getByRole('button', { name: 'Swap' }))
  await waitFor(() =>
    expect(model).toHaveAccessibleDescription(
      'All lines of the DP752 register alike, so they need the same transport and expiry.',
    ),
  )
  expect(saves()).toEqual([])
})

test('a phone is replaced by one of its model, whatever lines it has', async () => {
  backend.rpc
    .mockReset()
    .mockImplementation(async (name: string) => answer(name === 'find_stock' ? [] : device))
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer([{ line: 12 }])))
  const onClose = vi.fn()
  const { user } = open(<SwapDialog device={device} onClose={onClose} />)
  await user.type(screen.getByLabelText(/^New MAC address/), '00:0B:82:00:00:03')
  await screen.findByLabelText('Model')
  await user.click(screen.getByRole('button', { name: 'Swap' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saves()).toMatchObject([['save_record', { record_values: { mac: '00:0B:82:00:00:03' } }]])
})

test('a phone that is swapped before it is known what is in stock gets the model that stock has', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  backend.rpc
    .mockReset()
    .mockImplementation(async (name: string) => (name === 'find_stock' ? promise : answer(device)))
  backend.from.mockReset().mockImplementation(() => tableOf(() => answer([])))
  const onClose = vi.fn()
  const { user } = open(<SwapDialog device={device} onClose={onClose} />)
  await user.type(screen.getByLabelText(/^New MAC address/), '00:0B:82:00:00:04')
  await user.click(screen.getByRole('button', { name: 'Swap' }))
  resolve(
    answer([
      { name: 'Grandstream GXP2160', model: 'GXP2160', status: 'in_stock', company: null, assignable: true },
    ]),
  )
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saves()).toMatchObject([
    ['save_record', { record_values: { mac: '00:0B:82:00:00:04', model: 'GXP2160' } }],
  ])
})

test.each([
  { status: 'rma', company: null, assignable: false, said: 'in RMA. Saving does not take it from stock.' },
  {
    ...{ status: 'in_stock', company: 'Birch', assignable: false },
    said: 'in stock, for Birch. Saving does not take it from stock.',
  },
  { status: 'ordered', company: null, assignable: true, said: 'ordered. Saving deploys it.' },
])('a phone of Inventory says before the swap whether saving takes it: $said', async ({ said, ...item }) => {
  backend.rpc
    .mockReset()
    .mockImplementation(async () => answer([{ name: 'Grandstream GXP2160', model: 'GXP2160', ...item }]))
  const { user } = open(<SwapDialog device={device} onClose={vi.fn()} />)
  const mac = screen.getByLabelText(/^New MAC address/)
  await user.type(mac, '00:0B:82:00:00:05')
  await waitFor(() => expect(mac).toHaveAccessibleDescription(`In Inventory: Grandstream GXP2160, ${said}`))
  expect(backend.rpc).toHaveBeenCalledWith('find_stock', { mac: '00:0B:82:00:00:05', tenant: TENANT.id })
})
