import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ReceivingDialog } from '@/components/inventory/receiving-dialog'
import type { Receiving } from '@/hooks/use-receiving'
import type { Receipt } from '@/lib/inventory/receiving'

const MAC = '80:5E:C0:11:22:33'
/** The dialog's scans, which nothing sends. */
function receivingOf(...receipts: Receipt[]): Receiving {
  return {
    receipts,
    latest: () => receipts,
    online: true,
    add: vi.fn(),
    correct: vi.fn(),
    remove: vi.fn(),
    clear: vi.fn(),
    tryAgain: vi.fn(),
  }
}

const goods = { mac: MAC, model: 'T54W', location: 'Shelf 3', serial: '' }

test.each(['Save', 'Cancel', 'Remove'])(
  'after %s a hand-held scanner types into the field for scans again',
  async (name) => {
    const user = userEvent.setup()
    const receiving = receivingOf({ ...goods, id: 'a', state: 'received' })
    render(<ReceivingDialog receiving={receiving} onClose={vi.fn()} />)
    await user.click(screen.getByRole('button', { name: 'Start scanning' }))
    if (name === 'Remove') await user.click(screen.getByRole('button', { name: `Remove ${MAC}` }))
    else {
      await user.click(screen.getByRole('button', { name: `Correct ${MAC}` }))
      const correction = screen.getByRole('form', { name: `Correct ${MAC}` })
      await user.click(within(correction).getByRole('button', { name }))
    }
    expect(screen.getByRole('textbox', { name: 'MAC address' })).toHaveFocus()
  },
)

test.each([
  ['Save', `${MAC} corrected`],
  ['Remove', `${MAC} removed`],
])('after %s the last message is about that phone', async (name, said) => {
  const user = userEvent.setup()
  render(
    <ReceivingDialog receiving={receivingOf({ ...goods, id: 'a', state: 'received' })} onClose={vi.fn()} />,
  )
  if (name === 'Save') await user.click(screen.getByRole('button', { name: `Correct ${MAC}` }))
  await user.click(screen.getByRole('button', { name: name === 'Save' ? 'Save' : `Remove ${MAC}` }))
  expect(screen.getByRole('status')).toHaveTextContent(said)
})

test('a scan that the server rejects is called rejected throughout, and can be retried', async () => {
  const user = userEvent.setup()
  const reason = 'This MAC address belongs to a device of another tenant.'
  const receiving = receivingOf({ ...goods, id: 'a', state: 'rejected', reason })
  render(<ReceivingDialog receiving={receiving} onClose={vi.fn()} />)
  expect(screen.getByText('1 rejected')).toBeInTheDocument()
  expect(within(screen.getByRole('list', { name: 'Scans' })).getByLabelText('Rejected')).toBeInTheDocument()
  expect(screen.getByText(reason)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Retry rejected scans' }))
  expect(receiving.tryAgain).toHaveBeenCalled()
})

test('starting over asks before it forgets what the server has rejected', async () => {
  const user = userEvent.setup()
  const receiving = receivingOf(
    { ...goods, id: 'a', state: 'rejected', reason: 'Your role does not allow this.' },
    { ...goods, id: 'b', mac: '80:5E:C0:11:22:34', state: 'received' },
  )
  render(<ReceivingDialog receiving={receiving} onClose={vi.fn()} />)
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  const question = await screen.findByRole('alertdialog', { name: 'Forget a rejected scan?' })
  expect(receiving.clear).not.toHaveBeenCalled()
  await user.click(within(question).getByRole('button', { name: 'Start over' }))
  await vi.waitFor(() => expect(receiving.clear).toHaveBeenCalledOnce())
})

test('starting over asks nothing when everything was received', async () => {
  const user = userEvent.setup()
  const receiving = receivingOf({ ...goods, id: 'a', state: 'received' })
  render(<ReceivingDialog receiving={receiving} onClose={vi.fn()} />)
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  expect(receiving.clear).toHaveBeenCalledOnce()
})

test('a correction leaves the serial number that the camera adds meanwhile', async () => {
  const user = userEvent.setup()
  const dialog = (receiving: Receiving) => <ReceivingDialog receiving={receiving} onClose={vi.fn()} />
  const receipt: Receipt = { ...goods, id: 'a', state: 'received' }
  const { rerender } = render(dialog(receivingOf(receipt)))
  await user.click(screen.getByRole('button', { name: `Correct ${MAC}` }))
  const correction = screen.getByRole('form', { name: `Correct ${MAC}` })
  await user.type(within(correction).getByLabelText('Location'), ' left')
  const address = within(correction).getByLabelText('MAC address')
  await user.type(address, '{Backspace}')
  await user.click(within(correction).getByRole('button', { name: 'Save' }))
  expect(address).toHaveFocus()
  expect(address).toBeInvalid()
  await user.type(address, MAC.slice(-1))
  expect(address).toBeValid()
  const receiving = receivingOf({ ...receipt, serial: 'SN-7', state: 'waiting' })
  rerender(dialog(receiving))
  expect(within(correction).getByLabelText('Serial number')).toHaveValue('SN-7')
  await user.click(within(correction).getByRole('button', { name: 'Save' }))
  expect(receiving.correct).toHaveBeenCalledWith('a', { mac: MAC, location: 'Shelf 3 left' })
})

test('a correction that is half typed is not left behind unasked', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  const receiving = receivingOf({ ...goods, id: 'a', state: 'received' })
  render(<ReceivingDialog receiving={receiving} onClose={onClose} />)
  await user.click(screen.getByRole('button', { name: `Correct ${MAC}` }))
  const correction = screen.getByRole('form', { name: `Correct ${MAC}` })
  await user.type(within(correction).getByLabelText('Serial number'), 'SN-7')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Discard your changes?')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(within(correction).getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})
