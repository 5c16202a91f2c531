import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { DoneButton } from '@/components/ui/done-button'

function Page({ asks }: { asks: boolean }) {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState(!asks)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>New hire</Button>
      <Dialog
        open={open}
        onOpenChange={close}
        title="New hire"
        footer={done ? <DoneButton onClick={close} /> : <Button onClick={() => setDone(true)}>Add</Button>}
      >
        <Button>Copy the PIN</Button>
      </Dialog>
    </>
  )
}

test.each([
  { when: 'a dialog opens with it', asks: false },
  { when: 'it takes the place of what was pressed', asks: true },
])('Enter confirms when $when, and focus returns to where it was', async ({ asks }) => {
  render(<Page asks={asks} />)
  const opener = screen.getByRole('button', { name: 'New hire' })
  await userEvent.click(opener)
  if (asks) await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(opener).toHaveFocus())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
