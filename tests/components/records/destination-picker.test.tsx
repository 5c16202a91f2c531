import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DestinationPicker } from '@/components/common/destination-picker'
import { FormRow } from '@/components/ui/form-row'
import { NETWORK_FAILURE, RequestFailure } from '@/lib/errors'
import { grant } from '../fake-member'
import { answer, answerFetches, listedByApi, open, TENANT } from './fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
const uploads = vi.hoisted(() => ({ addRecording: vi.fn() }))
vi.mock('@/lib/recordings/upload', () => uploads)
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'view', 'create', 'edit')
vi.mock('@/lib/resources/creatable', async () => {
  const { extension } = await import('./fake-backend')
  return {
    CREATABLE_DESTINATIONS: [{ kind: 'extensions', noun: 'extension', load: async () => extension }],
  }
})

const destination = (id: string, kind: string, number: string, name: string, enabled = true) => ({
  id,
  kind,
  number,
  name,
  enabled,
  domain: TENANT.domain,
})
const EVERYTHING = [
  destination('d1', 'extensions', '1001', 'Reception'),
  destination('d2', 'extensions', '1002', 'Warehouse'),
  destination('d3', 'extensions', '1003', 'Old desk', false),
  destination('d4', 'ring_groups', '6000', 'Sales'),
  destination('d5', 'voicemails', '1001', 'Reception'),
  destination('d6', 'other', 'hangup', 'Hang up'),
  destination('d7', 'unknown', 'lua:night.lua', ''),
]

const changed = vi.fn()
function Field({ initial = null, kinds }: { initial?: string | null; kinds?: readonly string[] }) {
  const [value, setValue] = useState<string | null>(initial)
  return (
    <FormRow label="If no one answers" hint="Otherwise the call ends.">
      <DestinationPicker
        value={value}
        kinds={kinds}
        onChange={(id) => {
          changed(id)
          setValue(id)
        }}
      />
    </FormRow>
  )
}
const box = () => screen.getByRole('combobox', { name: 'If no one answers' })
const offered = () => screen.getAllByRole('option').map((option) => option.textContent)

// Fetched when first needed; on a busy machine that would take longer than a query waits.
beforeAll(async () => {
  await Promise.all([
    import('@/components/ui/combobox-panel'),
    import('@/components/common/create-record'),
    import('@/components/recordings/create-recording'),
  ])
})

beforeEach(() => {
  changed.mockReset()
  backend.rpc.mockReset().mockImplementation(async (name: string) => {
    if (name === 'tenant_destinations') return answer(EVERYTHING)
    if (name === 'destination_for') return answer('d9')
    return answer({ id: 'd8', version: 1, extension: '1008', effective_caller_id_name: 'New' })
  })
})

describe('the destination picker', () => {
  test('is labeled and described by its form row, and shows the current choice', async () => {
    open(<Field initial="d4" />)
    await waitFor(() => expect(box()).toHaveTextContent('6000 Sales'))
    expect(box()).toHaveAccessibleDescription('Otherwise the call ends.')
  })

  test('offers everything under headings, in routing order', async () => {
    const { user } = open(<Field />)
    await user.click(box())
    await screen.findByRole('option', { name: '1001 Reception' })
    expect(offered()).toEqual([
      'Nowhere',
      '1001 Reception',
      '1002 Warehouse',
      '1003 Old desk (unavailable)',
      '1001 Reception ✉',
      '6000 Sales',
      'Hang up',
      'lua:night.lua',
      'New extension…',
      'New recording…',
    ])
    expect(screen.getByRole('group', { name: 'Ring groups' })).toBeInTheDocument()
  })

  test('works with the keyboard alone, and returns the focus', async () => {
    const { user } = open(<Field />)
    await user.tab()
    expect(box()).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('option', { name: '1001 Reception' })
    await user.keyboard('ware')
    await waitFor(() => expect(offered()).toEqual(['1002 Warehouse', 'New extension…', 'New recording…']))
    await user.keyboard('{Enter}')
    expect(changed).toHaveBeenCalledExactlyOnceWith('d2')
    await waitFor(() => expect(box()).toHaveFocus())
    expect(box()).toHaveTextContent('1002 Warehouse')
  })

  test('closes on Escape without a change', async () => {
    const { user } = open(<Field initial="d1" />)
    await user.click(box())
    await screen.findByRole('option', { name: '6000 Sales' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument())
    expect(changed).not.toHaveBeenCalled()
  })

  test('does not offer a disabled destination, but still shows one that is set', async () => {
    const { user } = open(<Field initial="d3" />)
    await waitFor(() => expect(box()).toHaveTextContent('1003 Old desk (unavailable)'))
    await user.click(box())
    const option = await screen.findByRole('option', { name: '1003 Old desk (unavailable)' })
    expect(option).not.toHaveAttribute('aria-disabled', 'true')
    await user.click(screen.getByRole('option', { name: 'Hang up' }))
    await user.click(box())
    const other = await screen.findByRole('option', { name: '1003 Old desk (unavailable)' })
    expect(other).toHaveAttribute('aria-disabled', 'true')
  })

  test('asks the API for destinations when it opens, not before, and shows its labels', async () => {
    const api = vi.fn(async (_url: string) => ({
      extensions: { '1001 Front desk': `transfer:1001 XML ${TENANT.domain}` },
      voicemails: { '1001 Front desk &#9993;': `transfer:*991001 XML ${TENANT.domain}` },
    }))
    const { user } = open(<Field initial="d5" />, '', api)
    await waitFor(() => expect(box()).toHaveTextContent('1001 Reception ✉'))
    expect(api).not.toHaveBeenCalled()
    await user.click(box())
    await user.click(await screen.findByRole('option', { name: '1001 Front desk' }))
    expect(api).toHaveBeenCalledExactlyOnceWith(`/api/tenants/${TENANT.id}/tenant-destinations`)
    expect(changed).toHaveBeenCalledExactlyOnceWith('d1')
    expect(box()).toHaveTextContent('1001 Front desk')
  })

  test('includes records created since the page was opened', async () => {
    const { user } = open(<Field />)
    const made = destination('d10', 'ring_groups', '6001', 'Night')
    backend.rpc.mockImplementation(async () => answer([...EVERYTHING, made]))
    await user.click(box())
    await user.click(await screen.findByRole('option', { name: '6001 Night' }))
    expect(changed).toHaveBeenCalledExactlyOnceWith('d10')
  })

  test('reports when the list could not be loaded, and retries on request', async () => {
    const api = vi.fn(async (_url: string): Promise<unknown> => {
      throw new TypeError('Failed to fetch')
    })
    const { user } = open(<Field />, '', api)
    await user.click(box())
    expect(await screen.findByText(NETWORK_FAILURE)).toBeInTheDocument()
    expect(screen.queryByText('No destination matches.')).not.toBeInTheDocument()
    api.mockImplementation(listedByApi)
    await user.click(screen.getByRole('option', { name: 'Try again' }))
    await user.click(box())
    expect(await screen.findByRole('option', { name: '6000 Sales' })).toBeInTheDocument()
  })

  test('shows an unknown identifier unchanged', async () => {
    open(<Field initial="d0" />)
    await waitFor(() => expect(box()).toHaveTextContent('d0'))
  })

  test('accepts a typed phone number', async () => {
    const { user } = open(<Field />)
    await user.click(box())
    await screen.findByRole('option', { name: '1001 Reception' })
    await user.keyboard('212-555-0100')
    await user.click(await screen.findByRole('option', { name: 'Send to (212) 555-0100' }))
    await waitFor(() => expect(changed).toHaveBeenCalledExactlyOnceWith('d9'))
    expect(backend.rpc).toHaveBeenCalledWith('destination_for', {
      tenant: TENANT.id,
      kind: 'external',
      value: '+12125550100',
    })
  })

  test('offers only suitable kinds', async () => {
    const { user } = open(<Field kinds={['ring_groups']} />)
    await user.click(box())
    await screen.findByRole('option', { name: '6000 Sales' })
    await user.keyboard('2125550100')
    expect(await screen.findByText('No destination matches.')).toBeInTheDocument()
    expect(screen.queryByRole('option')).not.toBeInTheDocument()
  })

  test('creates a missing record, and selects it', async () => {
    const { user } = open(<Field />)
    await user.click(box())
    await user.click(await screen.findByRole('option', { name: 'New extension…' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    expect(within(dialog).queryByRole('textbox', { name: 'Description' })).not.toBeInTheDocument()
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '1008')
    await user.click(within(dialog).getByRole('button', { name: 'Create extension' }))
    await waitFor(() => expect(changed).toHaveBeenCalledOnce())
    const [, made] = backend.rpc.mock.calls.find(([name]) => name === 'save_record') as [
      string,
      { record: string },
    ]
    expect(changed).toHaveBeenCalledWith(made.record)
  })

  test('selects a new record although the list takes long to be read again', async () => {
    const { user } = open(<Field />)
    await user.click(box())
    await user.click(await screen.findByRole('option', { name: 'New extension…' }))
    const dialog = await screen.findByRole('dialog', { name: 'New extension' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Number' }), '1008')
    backend.rpc.mockImplementation(async (name: string) =>
      name === 'save_record' ? answer({ id: 'd8', version: 1 }) : new Promise(() => undefined),
    )
    answerFetches(() => new Promise(() => undefined))
    await user.click(within(dialog).getByRole('button', { name: 'Create extension' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(changed).toHaveBeenCalledOnce()
  })

  test('accepts an audio file as a new recording, and selects it', async () => {
    const { user } = open(<Field kinds={['recordings']} />)
    await user.click(box())
    await user.click(await screen.findByRole('option', { name: 'New recording…' }))
    const dialog = await screen.findByRole('dialog', { name: 'New recording' })
    const upload = within(dialog).getByRole('button', { name: 'Upload recording' })
    expect(upload).toBeDisabled()
    const file = new File(['RIFF'], 'night.wav', { type: 'audio/wav' })
    await user.upload(within(dialog).getByLabelText(/^Audio file/), file)
    uploads.addRecording.mockRejectedValueOnce(new RequestFailure('The file is no sound.', 422))
    await user.click(upload)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The file is no sound.')
    expect(changed).not.toHaveBeenCalled()
    uploads.addRecording.mockResolvedValueOnce({ id: 'r1', name: 'night' })
    await user.click(upload)
    await waitFor(() => expect(changed).toHaveBeenCalledExactlyOnceWith('r1'))
    expect(uploads.addRecording).toHaveBeenLastCalledWith(
      backend,
      TENANT.id,
      { id: expect.any(String) },
      file,
      expect.any(Function),
    )
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  })
})
