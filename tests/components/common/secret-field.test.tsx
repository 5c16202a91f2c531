import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SecretField } from '@/components/common/secret-field'
import { RecordForm } from '@/components/records/record-form'
import { grant } from '../fake-member'
import { answer, extension, open } from '../records/fake-backend'

const backend = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => backend }))
vi.mock('@/lib/browser/notify', () => ({ notify: vi.fn() }))
vi.mock('@/hooks/use-member', () => import('../fake-member'))
grant('telephony', 'edit', 'reveal_secrets')

test('what is typed into a secret while it is being set stays, and is set when that is asked', async () => {
  backend.rpc.mockImplementation(async () => answer([{ field: 'sip_password', set_at: '2026-09-30' }]))
  const { user } = open(
    <SecretField table="extensions" owner="e1" section="telephony" field="sip_password" label="Password" />,
  )
  const first = Promise.withResolvers<void>()
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body).value)
    if (sent.length === 1) await first.promise
    return Response.json({})
  })
  await user.click(await screen.findByRole('button', { name: /^Change ?Password/ }))
  const field = screen.getByLabelText('Password')
  await user.type(field, 'heron')
  const set = screen.getByRole('button', { name: 'Set' })
  await user.click(set)
  await waitFor(() => expect(sent).toEqual(['heron']))
  await user.type(field, '-7421')
  first.resolve()
  await waitFor(() => expect(set).toBeEnabled())
  expect(field).toHaveValue('heron-7421')
  await user.click(set)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Set' })).not.toBeInTheDocument())
  expect(sent).toEqual(['heron', 'heron-7421'])
})

describe('a secret typed into the form of a record', () => {
  const stored = { id: 'e1', version: 3, extension: '1001', effective_caller_id_name: 'Ada', enabled: true }
  const onSaved = vi.fn()
  function openForm(setAt: string | null) {
    backend.rpc.mockImplementation(async (name: string) =>
      answer(
        name === 'save_record'
          ? { ...stored, version: 4 }
          : name === 'secret_fields' && setAt
            ? [{ field: 'pin', set_at: setAt }]
            : [],
      ),
    )
    onSaved.mockReset()
    const onClose = vi.fn()
    const { user } = open(
      <RecordForm
        resource={extension}
        stored={stored}
        sections={() => (
          <SecretField table="extensions" owner="e1" section="telephony" field="pin" label="PIN" />
        )}
        onClose={onClose}
        onSaved={onSaved}
      />,
    )
    return { user, onClose }
  }

  test('is set when the form is saved', async () => {
    const { user } = openForm('2026-09-30')
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      sent.push([path, JSON.parse(body)])
      return Response.json({})
    })
    await user.click(await screen.findByRole('button', { name: /^Change ?PIN/ }))
    await user.type(screen.getByLabelText('PIN'), '4827')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(sent).toEqual([
      ['/api/secrets/set', expect.objectContaining({ owner: 'e1', field: 'pin', value: '4827' })],
    ])
  })

  test('stays while another tab of the form is looked at', async () => {
    const { user } = openForm('2026-09-30')
    await user.click(await screen.findByRole('button', { name: /^Change ?PIN/ }))
    await user.type(screen.getByLabelText('PIN'), '4827')
    await user.click(screen.getByRole('tab', { name: 'Used by' }))
    expect(screen.getByLabelText('PIN')).not.toBeVisible()
    expect(screen.getByRole('tabpanel')).toHaveAccessibleName('Used by')
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    expect(screen.getByLabelText('PIN')).toHaveValue('4827')
  })

  test('keeps the form open with the reason if it is refused', async () => {
    const { user } = openForm(null)
    const message = 'The PIN must not be in sequence.'
    vi.stubGlobal('fetch', async () => Response.json({ message }, { status: 400 }))
    await user.click(await screen.findByRole('button', { name: /^Add ?PIN/ }))
    await user.type(screen.getByLabelText('PIN'), '1234')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      await screen.findByText(`The extension is stored, but not everything in this form. ${message}`),
    ).toBeVisible()
    expect(screen.getByLabelText('PIN')).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(onSaved).not.toHaveBeenCalled()
  })

  test('is not left behind unasked', async () => {
    const { user, onClose } = openForm(null)
    await user.click(await screen.findByRole('button', { name: /^Add ?PIN/ }))
    await user.type(screen.getByLabelText('PIN'), '4827')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Discard your changes?')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })
})

test('where none is set, there is none to keep, to remove or to stop working', async () => {
  backend.rpc.mockImplementation(async () => answer([]))
  const { user } = open(
    <SecretField table="extensions" owner="e1" section="telephony" field="pin" label="PIN" />,
  )
  await user.click(await screen.findByRole('button', { name: /^Add ?PIN/ }))
  expect(screen.getByRole('button', { name: 'Set' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Keep current' })).toBeNull()
  expect(screen.queryByText(/stops working/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Leave unset' }))
  expect(screen.getByLabelText('PIN')).toHaveValue('Not set')
})

test('what is set by someone who may not reveal it stays in sight, and they are told to note it', async () => {
  grant('telephony', 'edit')
  onTestFinished(() => grant('telephony', 'edit', 'reveal_secrets'))
  let stored: { field: string; set_at: string }[] = []
  backend.rpc.mockImplementation(async () => answer(stored))
  vi.stubGlobal('fetch', async () => {
    stored = [{ field: 'pin', set_at: '2026-09-30' }]
    return Response.json({})
  })
  const { user } = open(
    <SecretField table="extensions" owner="e1" section="telephony" field="pin" label="PIN" />,
  )
  await user.click(await screen.findByRole('button', { name: /^Add ?PIN/ }))
  await user.type(screen.getByLabelText('PIN'), '4827')
  expect(screen.getByText(/^Note it before you leave this form/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Set' }))
  expect(await screen.findByText(/Your role cannot reveal it\. Ask an admin/)).toBeVisible()
  expect(screen.getByLabelText('PIN')).toHaveValue('4827')
})

test('says what happens to the current secret, for Set and for Remove', async () => {
  backend.rpc.mockImplementation(async () => answer([{ field: 'pin', set_at: '2026-09-30' }]))
  const { user } = open(
    <SecretField table="extensions" owner="e1" section="telephony" field="pin" label="PIN" />,
  )
  await user.click(await screen.findByRole('button', { name: /^Change ?PIN/ }))
  expect(screen.getByText('The current one stops working as soon as you press Remove.')).toBeVisible()
  await user.type(screen.getByLabelText('PIN'), '4827')
  expect(screen.getByText('The current one stops working as soon as you press Set or save.')).toBeVisible()
})

test('keeps the keyboard’s place at every step, and announces a refusal', async () => {
  backend.rpc.mockImplementation(async () => answer([{ field: 'pin', set_at: '2026-09-30' }]))
  const message = 'The PIN must not be in sequence.'
  const answers = [Response.json({ message }, { status: 400 }), Response.json({})]
  const { user } = open(
    <SecretField table="extensions" owner="e1" section="telephony" field="pin" label="PIN" />,
  )
  vi.stubGlobal('fetch', async () => answers.shift())
  const box = await screen.findByLabelText('PIN')
  const press = async (name: RegExp) => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    await user.keyboard('{Enter}')
  }
  await press(/^Change/)
  expect(box).toHaveFocus()
  await press(/^Keep current/)
  expect(box).toHaveFocus()
  await press(/^Change/)
  await user.keyboard('1234')
  await press(/^Set/)
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  await press(/^Set/)
  await waitFor(() => expect(box).toHaveFocus())
  await user.tab()
  expect(screen.getByRole('button', { name: /^Change/ })).toHaveFocus()
})
