import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DraftNotice } from '@/components/ui/draft-notice'
import { useDraft, useFormDraft, useOwnId } from '@/hooks/use-draft'
import { readDraft, storeDraft } from '@/lib/session/drafts'

const session = vi.hoisted(() => ({ user: { id: 'ada' } as { id: string } | null }))
vi.mock('@/lib/session/session-store', () => ({ currentUser: () => session.user }))

const STORED = { name: 'Front office', number: '6000', pin: '' }

/** A form of react-hook-form over a record of this version; null for a new one. */
function RecordForm({
  version = 1,
  begun = STORED,
  saved = true,
  keepsWhole = true,
}: {
  version?: number | null
  begun?: typeof STORED
  keepsWhole?: boolean
  saved?: boolean
}) {
  const form = useForm({ defaultValues: begun })
  const draft = useFormDraft(form, 'ring_groups r1', version, { keepsWhole })
  // Reading it has the form keep account of it, as the forms of the app do.
  const dirty = Object.keys(form.formState.dirtyFields)
  return (
    <form
      onSubmit={form.handleSubmit(() => {
        if (saved) draft.forget()
      })}
    >
      <DraftNotice {...draft} />
      <input aria-label="Name" {...form.register('name')} />
      <input aria-label="Number" {...form.register('number')} />
      <input aria-label="PIN" {...form.register('pin')} />
      <output>{dirty.join()}</output>
      <button type="submit">Save</button>
      <button type="button" onClick={() => form.reset()}>
        Reset
      </button>
    </form>
  )
}

/** A form that keeps its values itself. */
function NoteForm() {
  const [body, setBody] = useState('')
  const ownId = useOwnId()
  const draft = useDraft(
    'note o1',
    null,
    body === '' ? {} : { body },
    (typed) => setBody(typed.body ?? ''),
    ownId,
  )
  return (
    <>
      <output>{ownId[0]}</output>
      <DraftNotice {...draft} />
      <input aria-label="Note" value={body} onChange={(event) => setBody(event.target.value)} />
      <button type="button" onClick={draft.forget}>
        Saved
      </button>
    </>
  )
}

const box = (name: string) => screen.getByRole('textbox', { name })
const offer = () => screen.queryByText(/You have unsaved changes from/)
/** What happens to the form when the session ends or the page is loaded again. */
function reopen(form = <RecordForm />) {
  document.body.replaceChildren()
  return render(form)
}

beforeEach(() => {
  window.localStorage.clear()
  session.user = { id: 'ada' }
})

describe('unsaved input in a form', () => {
  test('is offered again, and restored over what is stored', async () => {
    const user = userEvent.setup()
    const { unmount } = render(<RecordForm />)
    expect(offer()).toBeNull()
    await user.clear(box('Name'))
    await user.type(box('Name'), 'Night desk')
    unmount()
    reopen()
    expect(box('Name')).toHaveValue('Front office')
    expect(offer()).toHaveTextContent(/from \d+:\d\d [AP]M\./)
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(box('Name')).toHaveValue('Night desk')
    expect(box('Number')).toHaveValue('6000')
    expect(screen.getByRole('status', { name: '' })).toHaveTextContent('name')
    expect(offer()).toBeNull()
  })

  test('warns if the record was saved since', async () => {
    storeDraft('ring_groups r1', 1, { name: 'Night desk' })
    render(<RecordForm version={2} />)
    expect(screen.getByText(/was saved again since then/)).toBeInTheDocument()
  })

  test('of a new record comes back with what its form began with', async () => {
    const user = userEvent.setup()
    const clone = { name: 'Front office', number: '6000', pin: '4711' }
    const { unmount } = render(<RecordForm version={null} begun={clone} />)
    await user.type(box('Name'), ' 2')
    unmount()
    reopen(<RecordForm version={null} begun={{ name: '', number: '', pin: '' }} />)
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(box('Name')).toHaveValue('Front office 2')
    expect(box('Number')).toHaveValue('6000')
    expect(box('PIN')).toHaveValue('')
  })

  test('of a form that computes what it begins with comes back without that', async () => {
    const user = userEvent.setup()
    const { unmount } = render(
      <RecordForm version={null} keepsWhole={false} begun={{ name: '', number: '6000', pin: '' }} />,
    )
    await user.type(box('Name'), 'Night desk')
    unmount()
    reopen(<RecordForm version={null} keepsWhole={false} begun={{ name: '', number: '6001', pin: '' }} />)
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(box('Name')).toHaveValue('Night desk')
    expect(box('Number')).toHaveValue('6001')
  })

  test('replaces only what was typed in a record that has been stored since', async () => {
    storeDraft('ring_groups r1', null, { name: 'Night desk' }, { whole: { name: 'Night desk', number: '' } })
    render(<RecordForm />)
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }))
    expect(box('Name')).toHaveValue('Night desk')
    expect(box('Number')).toHaveValue('6000')
  })

  test('is removed once it is discarded, saved or undone', async () => {
    const user = userEvent.setup()
    for (const end of ['Discard', 'Save', 'Reset']) {
      const { unmount } = reopen()
      await user.type(box('Name'), '!')
      expect(readDraft('ring_groups r1')?.values).toEqual({ name: 'Front office!' })
      if (end === 'Discard') {
        unmount()
        reopen()
      }
      await user.click(screen.getByRole('button', { name: end }))
      expect(readDraft('ring_groups r1'), end).toBeNull()
      expect(offer()).toBeNull()
      document.body.replaceChildren()
    }
  })

  test('stays when the save is rejected', async () => {
    const user = userEvent.setup()
    render(<RecordForm saved={false} />)
    await user.type(box('Name'), '!')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(readDraft('ring_groups r1')?.values).toEqual({ name: 'Front office!' })
  })

  test('is not lost if the user types before restoring it', async () => {
    const user = userEvent.setup()
    storeDraft('ring_groups r1', 1, { name: 'Night desk' })
    const { unmount } = render(<RecordForm />)
    await user.type(box('Number'), '1')
    unmount()
    reopen()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(box('Name')).toHaveValue('Night desk')
    expect(box('Number')).toHaveValue('60001')
  })

  test('still warns after the user has typed before restoring it', async () => {
    const user = userEvent.setup()
    storeDraft('ring_groups r1', 1, { name: 'Night desk' })
    const { unmount } = render(<RecordForm version={2} />)
    await user.type(box('Number'), '1')
    unmount()
    reopen(<RecordForm version={2} />)
    expect(screen.getByText(/was saved again since then/)).toBeInTheDocument()
  })

  test('is never offered to another user, nor stored while signed out', async () => {
    storeDraft('ring_groups r1', 1, { name: 'Night desk' })
    session.user = { id: 'grace' }
    const { unmount } = render(<RecordForm />)
    expect(offer()).toBeNull()
    unmount()
    session.user = null
    storeDraft('ring_groups r1', 1, { name: 'Of nobody' })
    expect(Object.keys(window.localStorage)).toEqual(['draft ada ring_groups r1'])
  })

  test('is stored without passwords and PINs, at any depth', async () => {
    const user = userEvent.setup()
    render(<RecordForm />)
    await user.type(box('PIN'), '4711')
    expect(window.localStorage.length).toBe(0)
    storeDraft('x', null, {
      name: 'a',
      sip_password: 's3cret',
      lines: [{ label: 'b', voicemail_pin: '4711' }],
    })
    expect(readDraft('x')?.values).toEqual({ name: 'a', lines: [{ label: 'b' }] })
  })

  test('expires after a week', () => {
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
    storeDraft('x', null, { name: 'a' })
    vi.setSystemTime(new Date('2026-03-08T12:00:01Z'))
    expect(readDraft('x')).toBeNull()
    storeDraft('y', null, { name: 'b' })
    expect(Object.keys(window.localStorage)).toEqual(['draft ada y'])
    vi.useRealTimers()
  })

  test('is also stored for forms that manage their own values', async () => {
    const user = userEvent.setup()
    const { unmount } = render(<NoteForm />)
    await user.type(box('Note'), 'Call back')
    unmount()
    const again = reopen(<NoteForm />)
    await user.click(within(again.container).getByRole('button', { name: 'Restore' }))
    expect(box('Note')).toHaveValue('Call back')
    await user.click(screen.getByRole('button', { name: 'Saved' }))
    expect(readDraft('note o1')).toBeNull()
  })

  test('of a new record comes back with the id of its attempts for an hour, and discarded, without it', async () => {
    const user = userEvent.setup()
    const idAfter = async (press: string, minutes = 0) => {
      const { unmount } = reopen(<NoteForm />)
      await user.type(box('Note'), 'Call back')
      const first = screen.getByRole('status', { name: '' }).textContent
      unmount()
      const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * 60_000)
      const again = reopen(<NoteForm />)
      await user.click(within(again.container).getByRole('button', { name: press }))
      const id = screen.getByRole('status', { name: '' }).textContent
      await user.type(box('Note'), '!')
      expect(readDraft('note o1')?.id).toBe(id)
      window.localStorage.clear()
      later.mockRestore()
      return id === first ? 'the first' : 'another'
    }
    expect(await idAfter('Restore')).toBe('the first')
    expect(await idAfter('Discard')).toBe('another')
    expect(await idAfter('Restore', 59)).toBe('the first')
    expect(await idAfter('Restore', 61)).toBe('another')
  })
})
