import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ReceivingDialog } from '@/components/inventory/receiving-dialog'

const MAC = '80:5E:C0:11:22:33'
const goods = { mac: MAC, model: 'T54W', location: 'Shelf 3', serial: '' }

test.each(['Save', 'Cancel', 'Remove'])(
  'after %s a hand-held scanner types into the field for scans again',
  async (name) => {
    const user = userEvent.setup()
    const receiving = {
      receipts: [{ ...goods, id: 'a', state: 'received' as const }],
      online: true,
      add: vi.fn(),
      correct: vi.fn(),
      remove: vi.fn(),
      clear: vi.fn(),
      tryAgain: vi.fn(),
    }
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
