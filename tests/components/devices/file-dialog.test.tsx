import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FileDialog } from '@/components/devices/file-dialog'
import { masked } from '@/lib/telephony/provisioning/configuration'
import { filesOf } from '@/lib/telephony/provisioning/files'
import { receptionPhone } from '../../unit/telephony/provisioning/arbitrary'
import { answer, open } from '../records/fake-backend'

const phone = receptionPhone()
const shown = vi.hoisted(() => ({ phone: {} }))
const saved = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/download', () => ({ downloadText: saved }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({ rpc: async () => answer(shown.phone) }),
}))

test('the preview of a phone’s file is copied and downloaded as it is shown, with masked passwords', async () => {
  shown.phone = phone
  const { user } = open(<FileDialog deviceId="d1" name="Reception" onClose={vi.fn()} />)
  const [file] = filesOf(masked(phone))
  if (!file) throw new Error('No file is written for the phone.')
  await user.click(await screen.findByRole('button', { name: `Copy ${file.name}` }))
  await screen.findByText('Copied')
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('account.1.user_name = 1001')
  expect(copied).not.toContain('S3cret!')
  await user.click(screen.getByRole('button', { name: `Download ${file.name}` }))
  expect(saved).toHaveBeenCalledWith(copied, file.name, file.contentType)
})

test('a phone without a file says why', async () => {
  shown.phone = receptionPhone({ vendor: 'Grandstream', model: 'HT814' })
  open(<FileDialog deviceId="d1" name="Fax" onClose={vi.fn()} />)
  expect(await screen.findByText(/^There is no configuration file for the HT814\./)).toBeInTheDocument()
})
