import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { BulkAction } from '@/components/records/bulk-action'
import { BulkDialog } from '@/components/records/bulk-dialog'
import type { RecordRow } from '@/lib/records/field'
import { asksBeforeLeaving, extension, open, openDialog } from './fake-backend'

vi.mock('@/lib/supabase/browser-client', () => ({ getSupabase: async () => ({}) }))
vi.mock('@/hooks/use-member', () => ({ useMember: () => ({}) }))

test('a thousand records show how many are done, in requests of one run', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    id: `e${n}`,
    version: 1,
    extension: String(1000 + n),
    effective_caller_id_name: '',
  })) as unknown as RecordRow[]
  const answers: (() => void)[] = []
  const asked: { size: number; run: string }[] = []
  const action: BulkAction = {
    label: 'Suspend',
    question: (count) => `${count} extensions`,
    act: (_supabase, part, _chosen, run) => {
      asked.push({ size: part.length, run })
      return new Promise((resolve) => {
        answers.push(() =>
          resolve(new Map(part.filter(({ id }) => id === 'e300').map(({ id }) => [id, 'In use.']))),
        )
      })
    },
  }
  const { user } = open(
    <BulkDialog
      resource={extension}
      rows={rows}
      action={action}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Suspend: 1,000 extensions' })
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }))
  expect(asksBeforeLeaving()).toBe(true)
  for (const done of [0, 250, 500, 750]) {
    await vi.waitFor(() =>
      expect(within(dialog).getByRole('progressbar')).toHaveAttribute('aria-valuetext', `${done} of 1,000`),
    )
    answers.shift()?.()
  }
  expect(await screen.findByText('999 done, 1 failed.')).toBeVisible()
  await vi.waitFor(() => expect(asksBeforeLeaving()).toBe(false))
  const report = screen.getByRole('dialog', { name: 'Suspend: 1,000 extensions' })
  expect(within(within(report).getByRole('list', { name: 'Failed' })).getAllByRole('listitem')).toHaveLength(
    1,
  )
  expect(asked.map(({ size }) => size)).toEqual([250, 250, 250, 250])
  expect(new Set(asked.map(({ run }) => run)).size).toBe(1)
})

test.each([
  ['asks before a stray key discards a reason', 'Moved', 'Discard your changes?'],
  ['closes without a question while a proposed reason is as it was', '', undefined],
])('an action that takes a reason %s', async (_, typed, question) => {
  const action: BulkAction = {
    label: 'Reject',
    question: () => 'Why?',
    proposed: 'Address unknown. ',
    choose: ({ value, onChange }) => (
      <input aria-label="Reason" value={value ?? ''} onChange={(event) => onChange(event.target.value)} />
    ),
    act: async () => new Map(),
  }
  const { user, onClose } = openDialog((close) => (
    <BulkDialog resource={extension} rows={[]} action={action} onClose={close} onDone={vi.fn()} />
  ))
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  if (typed) await user.type(reason, typed)
  await user.click(reason)
  await user.keyboard('{Escape}')
  if (question) {
    expect(await screen.findByRole('alertdialog', { name: question })).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  } else expect(onClose).toHaveBeenCalledOnce()
})
