import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeleteDevice } from '@/components/devices/delete-device'
import { device } from '@/lib/resources/device'
import { grant } from '../fake-member'
import { answer, open, tableOf, TENANT } from '../records/fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer([]), from: () => tableOf(() => answer(null)) }),
}))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'delete')

test('a device says before its deletion that its phone goes on calling, and what ends that', async () => {
  const row = { id: 'd1', version: 1, tenant_id: TENANT.id, mac: '80:5E:C0:01:02:03', label: 'Front desk' }
  const ignore = () => undefined
  open(<DeleteDevice resource={device} row={row} onClose={ignore} onDeleted={ignore} />)
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete the device Front desk?' })
  expect(dialog).toHaveTextContent(
    'The phone keeps ringing and calling until it is reset or its extensions get new SIP passwords.',
  )
})
