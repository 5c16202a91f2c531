import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DeviceEditor } from '@/components/devices/device-editor'
import { RecordForm } from '@/components/records/record-form'
import { device } from '@/lib/resources/device'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

const stock = vi.hoisted(() => new Map<string, { name: string; model: string; serial: string }>())
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    rpc: async (_name: string, asked?: { mac?: string }) => {
      const item = stock.get(asked?.mac ?? '')
      return answer(item ? [{ ...item, status: 'in_stock', company: null, assignable: true }] : [])
    },
    from: () => tableOf(() => answer(null)),
  }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'create', 'edit')

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))

function show() {
  return open(
    <RecordForm resource={device} stored={null} editor={DeviceEditor} onClose={vi.fn()} onSaved={vi.fn()} />,
  ).user
}
const mac = () => screen.getByRole('textbox', { name: /MAC address/ })
const vendor = () => screen.getByRole('combobox', { name: /Vendor/ })
const model = () => screen.getByRole('combobox', { name: 'Model' })

test('a phone without configuration files for its vendor says so, and has no keys to program', async () => {
  const user = show()
  await user.type(mac(), '0C:38:3E:00:00:01')
  expect(vendor()).toHaveDisplayValue('Fanvil (no configuration file)')
  expect(vendor()).toHaveAccessibleDescription(
    'There is no configuration file for Fanvil phones. Set this one up by hand.',
  )
  expect(screen.getByText('Keys are not sent to Fanvil phones.')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Programmed keys' })).not.toBeInTheDocument()
  await user.selectOptions(vendor(), 'Yealink')
  expect(vendor()).not.toHaveAccessibleDescription()
  expect(screen.getByRole('region', { name: 'Programmed keys' })).toBeInTheDocument()
})

test('a MAC address typed in full-width digits counts as it is stored', async () => {
  const user = show()
  await user.type(mac(), '８０：５Ｅ：Ｃ０：００：００：０１')
  expect(vendor()).toHaveDisplayValue('Yealink')
})

test('a phone of an unknown vendor says that it gets no file until a vendor is chosen', async () => {
  const user = show()
  expect(vendor()).not.toHaveAccessibleDescription()
  await user.type(mac(), '02:00:5E:00:00:01')
  expect(vendor()).toHaveAccessibleDescription('A phone without a vendor gets no configuration file.')
})

test.each([
  ['HT814', 'There is no configuration file for the HT814. Set this one up by hand.'],
  ['GRP2699', 'Unknown model: its file is written for six lines and six keys.'],
])('the model %s says what file it gets', async (typed, hint) => {
  const user = show()
  await user.type(mac(), '00:0B:82:00:00:01')
  await user.type(model(), typed)
  expect(model()).toHaveAccessibleDescription(hint)
})

test('vendor, model and serial number are those of the MAC address, not of one entered before, until they are changed by hand', async () => {
  const [first, second, other] = ['80:5E:C0:00:00:01', '80:5E:C0:00:00:02', '00:04:F2:00:00:03']
  stock.set(first, { name: 'Yealink T54W', model: 'T54W', serial: '3146A' })
  stock.set(second, { name: 'Yealink T46U', model: 'T46U', serial: '3146B' })
  const user = show()
  const serial = () => screen.getByRole('textbox', { name: /Serial number/ })
  const enter = async (address: string) => {
    await user.clear(mac())
    await user.type(mac(), address)
  }
  await enter(first)
  expect(await screen.findByDisplayValue('T54W')).toBe(model())
  expect(serial()).toHaveValue('3146A')

  await enter(second)
  expect(await screen.findByDisplayValue('T46U')).toBe(model())
  expect(serial()).toHaveValue('3146B')

  await enter(other)
  expect(vendor()).toHaveDisplayValue('Polycom')
  expect(model()).toHaveValue('')
  expect(serial()).toHaveValue('')

  await enter(first)
  expect(await screen.findByDisplayValue('T54W')).toBe(model())
  await user.clear(model())
  await user.type(model(), 'T57W')
  await user.selectOptions(vendor(), 'Grandstream')
  await enter(second)
  expect(await screen.findByDisplayValue('3146B')).toBe(serial())
  expect(model()).toHaveValue('T57W')
  expect(vendor()).toHaveDisplayValue('Grandstream')
})

const STORED = {
  id: '2a8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  version: 3,
  mac: '80:5E:C0:00:00:09',
  label: 'Reception',
  vendor: 'Yealink',
  model: 'T46S',
  profile_id: null,
  serial_number: '',
  location: '',
  enabled: true,
  inventory_id: '3a8022fb-1fd7-4d51-81ae-3b153fb4fd35',
  device_lines: [],
  device_keys: [],
}

function change(given: Partial<typeof STORED> | { inventory_id: null } = {}) {
  const { user } = open(
    <RecordForm
      resource={device}
      stored={{ ...STORED, ...given }}
      editor={DeviceEditor}
      onClose={vi.fn()}
      onSaved={vi.fn()}
    />,
  )
  return async (address: string) => {
    await user.clear(mac())
    await user.type(mac(), address)
  }
}
test('a stored phone with another address has the vendor and model of that one, as far as they are known', async () => {
  const [inStock, unknown, polycom] = ['80:5E:C0:00:00:11', '80:5E:C0:00:00:12', '00:04:F2:00:00:13']
  stock.set(inStock, { name: 'Yealink T54W', model: 'T54W', serial: '3146C' })
  const enter = change()
  expect(await screen.findByDisplayValue('T46S')).toBe(model())
  await enter(inStock)
  expect(await screen.findByDisplayValue('T54W')).toBe(model())
  await enter(polycom)
  expect(vendor()).toHaveDisplayValue('Polycom')
  expect(model()).toHaveValue('')
  await enter(unknown)
  expect(await screen.findByDisplayValue('T46S')).toBe(model())
  expect(vendor()).toHaveDisplayValue('Yealink')
})

test('a phone from stock that gets another address is said to go to RMA', async () => {
  const enter = change()
  expect(mac()).not.toHaveAccessibleDescription(/RMA/)
  await enter('80:5E:C0:00:00:14')
  expect(mac()).toHaveAccessibleDescription(
    'The phone with the old address goes to RMA. If it is not broken, change its status in Inventory afterward.',
  )
})

test('of a phone that is not from stock nothing goes to RMA', async () => {
  const enter = change({ inventory_id: null })
  await enter('80:5E:C0:00:00:14')
  expect(mac()).not.toHaveAccessibleDescription(/RMA/)
})
