import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { FormDialog } from '@/components/common/form-dialog'
import { FormRow } from '@/components/ui/form-row'
import { Input } from '@/components/ui/input'
import { keys } from '@/hooks/keys'
import { useDraft } from '@/hooks/use-draft'
import { useQuery } from '@/hooks/use-query'
import { useValidatedForm } from '@/hooks/use-validated-form'
import { Refusal, RequestFailure } from '@/lib/errors'
import { asksBeforeLeaving } from '../records/fake-backend'

const session = vi.hoisted(() => ({ user: { id: 'ada' } }))
vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => session.user }))

beforeEach(() => {
  window.localStorage.clear()
  session.user = { id: 'ada' }
})

function show(given: { dirty?: boolean; onSave?: () => Promise<boolean>; beside?: ReactNode }) {
  const onClose = vi.fn()
  const onSave = given.onSave ?? vi.fn(async () => true)
  const { unmount } = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      {given.beside}
      <FormDialog
        title="Set end date"
        submitLabel="Set end"
        dirty={given.dirty ?? false}
        draft={null}
        onSave={onSave}
        onClose={onClose}
      >
        <input aria-label="Last day" />
      </FormDialog>
    </SWRConfig>,
  )
  return { onClose, onSave, unmount }
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Set end' }))

test('closes once saved', async () => {
  const { onClose, onSave } = show({})
  await submit()
  expect(onSave).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('closes what its page shows in its place when the save has changed that', async () => {
  const saved = Promise.withResolvers<boolean>()
  const { onClose, unmount } = show({ onSave: () => saved.promise })
  await submit()
  unmount()
  await act(async () => saved.resolve(true))
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['date', 'This date is incomplete, or no such day exists.'],
  ['datetime-local', 'This date or time is incomplete, or no such day exists.'],
  ['number', 'Enter a number.'],
])('does not save an unreadable %s as an empty one', async (type, words) => {
  const onSave = vi.fn(async () => true)
  render(
    <FormDialog
      title="Set end date"
      submitLabel="Set end"
      dirty
      draft={null}
      onSave={onSave}
      onClose={vi.fn()}
    >
      <FormRow label="First">
        <Input type={type} />
      </FormRow>
      <FormRow label="Last">
        <Input type={type} />
      </FormRow>
    </FormDialog>,
  )
  const last = screen.getByLabelText('Last')
  // jsdom types no part of a date.
  let badInput = true
  Object.defineProperty(last, 'validity', { get: () => ({ badInput }) })
  await submit()
  expect(onSave).not.toHaveBeenCalled()
  expect(last).toHaveFocus()
  expect(last).toHaveAccessibleDescription(words)
  expect(screen.getByLabelText('First')).toBeValid()

  badInput = false
  await submit()
  expect(onSave).toHaveBeenCalledOnce()
  expect(last).not.toHaveAccessibleDescription()
})

test('brings into sight why the save failed', async () => {
  const shown = vi.fn(function (this: HTMLElement) {
    return this.textContent
  })
  Element.prototype.scrollIntoView = shown
  show({ onSave: vi.fn().mockRejectedValue(new RequestFailure('All seats are in use.', 400)) })
  await submit()
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(shown).toHaveReturnedWith('All seats are in use.')
})

test('stays open when a field is invalid, and shows why the save failed', async () => {
  const onSave = vi
    .fn(async () => false)
    .mockRejectedValueOnce(new RequestFailure('The draft has changed.', 409))
  const { onClose } = show({ onSave })
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('The draft has changed.')
  await submit()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
})

test('says the way out of somebody else’s save, also where nothing is typed', async () => {
  const onSave = vi.fn().mockRejectedValue(new Refusal('Someone else has saved this.', 409, 'conflict'))
  show({ onSave })
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Someone else has saved this. Close and reopen this form.',
  )
})

test('refreshes the page when closed after a failed save', async () => {
  const read = vi.fn(async () => 'Draft')
  function Page() {
    const { data } = useQuery(keys.records(null, 'port_orders'), read)
    return <p>{data}</p>
  }
  const failing = vi.fn(async () => true).mockRejectedValueOnce(new RequestFailure('It has changed.', 409))
  const { onClose } = show({ onSave: failing, beside: <Page /> })
  expect(await screen.findByText('Draft')).toBeInTheDocument()
  await submit()
  await screen.findByRole('alert')
  read.mockResolvedValue('Submitted')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(await screen.findByText('Submitted')).toBeInTheDocument()
})

test('discards the input on Cancel, and asks first on Escape and Close', async () => {
  const { onClose } = show({ dirty: true })
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
  ]) {
    await leave()
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(onClose).not.toHaveBeenCalled()
  }
  await userEvent.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
  onClose.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('moves the focus to the first invalid field when it was not saved', async () => {
  function Checked() {
    const [missing, setMissing] = useState(false)
    return (
      <FormDialog
        title="Swap"
        submitLabel="Set end"
        dirty={false}
        draft={null}
        onSave={async () => {
          setMissing(true)
          return false
        }}
        onClose={vi.fn()}
      >
        <input aria-label="Label" />
        <input aria-label="Model" aria-invalid={missing} />
      </FormDialog>
    )
  }
  render(<Checked />)
  await submit()
  expect(screen.getByLabelText('Model')).toHaveFocus()
})

interface DialogProps {
  onSave: () => Promise<boolean>
  onClose: () => void
}

/** A dialog that keeps its value itself. */
function VoidDialog({ onSave, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const draft = useDraft('void i1', null, reason === '' ? {} : { reason }, (typed) =>
    setReason(typed.reason ?? ''),
  )
  return (
    <FormDialog
      title="Void"
      submitLabel="Save"
      dirty={reason !== ''}
      draft={draft}
      onSave={onSave}
      onClose={onClose}
    >
      <input aria-label="Reason" value={reason} onChange={(event) => setReason(event.target.value)} />
    </FormDialog>
  )
}

/** A dialog whose form is checked by a schema. */
function AdjustmentDialog({ onSave, onClose }: DialogProps) {
  const { register, formState, whenValid, draft } = useValidatedForm(
    z.object({ reason: z.string(), pin: z.string() }),
    { reason: '', pin: '' },
    { name: 'adjustment i1', version: null },
  )
  const save = whenValid(async () => void (await onSave()))
  return (
    <FormDialog
      title="Adjust"
      submitLabel="Save"
      dirty={formState.isDirty}
      draft={draft}
      onSave={save}
      onClose={onClose}
    >
      <input aria-label="Reason" {...register('reason')} />
      <input aria-label="PIN" {...register('pin')} />
    </FormDialog>
  )
}

describe.each([
  ['that manages its own values', VoidDialog],
  ['with a validated form', AdjustmentDialog],
])('unsaved input in a dialog %s', (_, Kind) => {
  const reason = () => screen.getByRole('textbox', { name: 'Reason' })
  const offer = () => screen.queryByText(/You have unsaved changes from/)
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  function open(onSave = async () => true) {
    const onClose = vi.fn()
    const { unmount } = render(<Kind onSave={onSave} onClose={onClose} />)
    return { onClose, unmount }
  }

  test('is offered again to the same user, and to nobody else', async () => {
    const { unmount } = open()
    await userEvent.type(reason(), 'Billed twice')
    unmount()
    session.user = { id: 'grace' }
    const theirs = open()
    expect(offer()).toBeNull()
    theirs.unmount()
    session.user = { id: 'ada' }
    open()
    expect(reason()).toHaveValue('')
    await press('Restore')
    expect(reason()).toHaveValue('Billed twice')
  })

  test('is forgotten after saving or Cancel, but not after a failed save', async () => {
    const failed = open(async () => {
      throw new RequestFailure('Something went wrong.', 500)
    })
    await userEvent.type(reason(), 'Billed twice')
    await press('Save')
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
    failed.unmount()

    const saved = open()
    await press('Restore')
    await press('Save')
    expect(saved.onClose).toHaveBeenCalledOnce()
    saved.unmount()

    const given = open()
    expect(offer()).toBeNull()
    await userEvent.type(reason(), 'Never mind')
    await press('Cancel')
    expect(given.onClose).toHaveBeenCalledOnce()
    given.unmount()

    open()
    expect(offer()).toBeNull()
  })

  test.each(['Cancel', 'Close'])(
    'is offered again after somebody else’s save, which %s leaves',
    async (way) => {
      const refused = open(async () => {
        throw new Refusal('Someone else has saved this.', 409, 'conflict')
      })
      await userEvent.type(reason(), 'Billed twice')
      await press('Save')
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Someone else has saved this. Close and reopen this form. It offers to restore what you typed.',
      )
      await press(way)
      expect(refused.onClose).toHaveBeenCalledOnce()
      refused.unmount()
      open()
      await press('Restore')
      expect(reason()).toHaveValue('Billed twice')
    },
  )

  test('is still offered after the dialog was closed without typing', async () => {
    const typed = open()
    await userEvent.type(reason(), 'Billed twice')
    typed.unmount()
    const looked = open()
    await press('Cancel')
    looked.unmount()
    open()
    expect(offer()).toBeInTheDocument()
  })
})

test('a PIN typed into a dialog is not stored', async () => {
  const { unmount } = render(<AdjustmentDialog onSave={async () => true} onClose={vi.fn()} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'PIN' }), '4711')
  unmount()
  expect(window.localStorage.length).toBe(0)
})

test('leaving the page asks about input that no draft keeps', async () => {
  const clean = show({ dirty: false })
  expect(asksBeforeLeaving()).toBe(false)
  clean.unmount()
  const typed = show({ dirty: true })
  expect(asksBeforeLeaving()).toBe(true)
  typed.unmount()
  render(<VoidDialog onSave={async () => true} onClose={vi.fn()} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Billed twice')
  expect(asksBeforeLeaving()).toBe(false)
})
