import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DeviceEditor } from '@/components/devices/device-editor'
import { RecordForm } from '@/components/records/record-form'
import { device } from '@/lib/resources/device'
import { grant } from '../fake-member'
import { answer, open, tableOf } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer(null)) }),
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

test('a phone of an unknown vendor says that it gets no file until a vendor is chosen', async () => {
  const user = show()
  expect(vendor()).not.toHaveAccessibleDescription()
  await user.type(mac(), '02:00:5E:00:00:01')
  expect(vendor()).toHaveAccessibleDescription('A phone without a vendor gets no configuration file.')
})
