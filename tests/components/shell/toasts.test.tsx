import { render, screen, waitFor } from '@testing-library/react'
import { StrictMode, useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import Toasts from '@/components/shell/toasts'
import { notify, onFirstToast } from '@/lib/browser/notify'

/** Makes the place for toasts with the first of them, as the shell does. */
function Shell() {
  const [toasting, setToasting] = useState(false)
  useEffect(() => onFirstToast(() => setToasting(true)), [])
  return toasting ? <Toasts /> : null
}

test('a toast raised before the toaster is mounted appears once it is, in strict mode too', async () => {
  void notify('success', 'Saved the ring group Front office')
  render(
    <StrictMode>
      <Shell />
    </StrictMode>,
  )
  expect(await screen.findByText('Saved the ring group Front office')).toBeInTheDocument()
  void notify('error', 'The record is gone')
  expect(await screen.findByText('The record is gone')).toBeInTheDocument()
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})

test('a repeated failure is shown once; a success is shown every time', async () => {
  render(<Shell />)
  void notify('error', 'The server cannot be reached.')
  void notify('error', 'The server cannot be reached.')
  void notify('success', 'Saved')
  void notify('success', 'Saved')
  await waitFor(() => expect(screen.getAllByText('Saved')).toHaveLength(2))
  expect(screen.getAllByText('The server cannot be reached.')).toHaveLength(1)
})

test('a toast stays for three seconds (specification section 9): its bar runs down in that time, and closes it', async () => {
  render(<Shell />)
  void notify('success', 'Saved the time condition')
  await screen.findByText('Saved the time condition')
  const bar = screen.getAllByRole('progressbar', { hidden: true }).at(-1)
  expect(bar?.style.animationDuration).toBe('3000ms')
})
