import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OverlayFrame } from '@/components/search/overlay-frame'

const onClose = vi.fn()

function Overlay() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <OverlayFrame title="Search" initialFocus={input} zIndex={1} onClose={onClose}>
      <input ref={input} aria-label="Search" />
    </OverlayFrame>
  )
}

test('a press on the backdrop closes the overlay, but not the second press of the double click that opened it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  render(<Overlay />)
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const beside = screen.getByRole('dialog').parentElement?.previousElementSibling as Element
  await user.click(beside)
  expect(onClose).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  await user.click(beside)
  expect(onClose).toHaveBeenCalledOnce()
})
