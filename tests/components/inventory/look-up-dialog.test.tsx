import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LookUpDialog } from '@/components/inventory/look-up-dialog'
import { answer, open, tableOf } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/components/search/camera-view', () => ({ CameraView: () => null }))
vi.mock('@/components/common/tenant-choice', () => ({ TenantChoice: () => 'Assign to the tenant' }))
vi.mock('@/lib/scan/beep', () => ({ beep: vi.fn() }))

const phone = { id: 'i1', name: 'Yealink T54W', model: 'T54W', serial: 'S1', company: 'Harbor Lane Dental' }

beforeEach(() => {
  backend.rpc.mockReset()
  isDeviceOf(null)
})

/** Makes the phone a device of the tenant with this name, or of none. */
function isDeviceOf(name: string | null) {
  const rows = { devices: name && { tenant_id: 't1' }, companies: [{ name }] }
  backend.from.mockImplementation((table: keyof typeof rows) => tableOf(() => answer(rows[table])))
}

async function lookUp(
  found: { status: string; assignable: boolean; company?: string | null },
  read = '00:15:65:AB:CD:EF',
) {
  backend.rpc.mockResolvedValue(answer([{ ...phone, ...found }]))
  const { user } = open(<LookUpDialog onClose={vi.fn()} />)
  await user.type(await screen.findByRole('textbox', { name: 'MAC address' }), `${read}{Enter}`)
  expect(await screen.findByText('Yealink T54W')).toBeVisible()
}

const REASON =
  'It is kept for Harbor Lane Dental, which has no tenant yet. It can be assigned once there is one.'

test('a phone that is reserved for a company without a tenant cannot be assigned yet, and that is said', async () => {
  await lookUp({ status: 'reserved', assignable: false })
  expect(screen.getByText('Found: Yealink T54W, Harbor Lane Dental')).toHaveRole('status')
  expect(await screen.findByText(REASON)).toBeVisible()
  expect(screen.queryByText('Assign to the tenant')).not.toBeInTheDocument()
})

test.each([
  ['shipped', 'Harbor Lane Dental'],
  ['reserved', 'Pine Street Bakery'],
  ['deployed', 'Harbor Lane Dental'],
])(
  'a phone that is %s and a device of %s already is said to be one, not to wait for a tenant',
  async (status, owner) => {
    isDeviceOf(owner)
    await lookUp({ status, assignable: false })
    expect(await screen.findByText(`It is a device of ${owner}.`)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Show it there' })).toHaveAttribute(
      'href',
      '/app/tenants/t1/devices?q=00%3A15%3A65%3AAB%3ACD%3AEF',
    )
    expect(screen.queryByText(/has no tenant yet/)).not.toBeInTheDocument()
  },
)

test.each([
  ['deployed', 'Harbor Lane Dental'],
  ['retired', null],
])('of a phone that is %s its state says enough', async (status, company) => {
  await lookUp({ status, company, assignable: false })
  expect(screen.queryByText(/has no tenant yet/)).not.toBeInTheDocument()
})

test('a phone that a tenant can have is assigned there, also by a label that names its address', async () => {
  await lookUp({ status: 'in_stock', assignable: true, company: null }, 'MAC: 00-15-65-ab-cd-ef')
  expect(backend.rpc.mock.calls).toEqual([['find_stock', { mac: '00:15:65:AB:CD:EF', tenant: undefined }]])
  expect(screen.getByText('Assign to the tenant')).toBeVisible()
  expect(screen.queryByText(/configuration file/)).not.toBeInTheDocument()
})

test('a phone whose maker is not known is said to need a vendor', async () => {
  await lookUp({ status: 'in_stock', assignable: true, company: null }, '02:00:00:AB:CD:EF')
  expect(
    screen.getByText(
      'A phone without a vendor gets no configuration file. Choose its vendor on the tenant’s Devices page.',
    ),
  ).toBeVisible()
})
