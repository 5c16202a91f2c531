import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Button } from '@/components/ui/button'
import { keepPlace } from '@/components/ui/keep-place'

/** A list of the page whose rows go once that is stored. */
function List() {
  const [rows, setRows] = useState(['one', 'two', 'three'])
  const remove = async (row: string) => {
    await Promise.resolve()
    setRows((now) => now.filter((other) => other !== row))
  }
  return (
    <main tabIndex={-1}>
      <section>
        {rows.length > 0 ? (
          <ul ref={keepPlace}>
            {rows.map((row) => (
              <li key={row}>
                <a href={`/${row}`}>{row}</a>
                <Button onClick={() => void remove(row)}>{`Withdraw ${row}`}</Button>
              </li>
            ))}
          </ul>
        ) : null}
        <Button>Add</Button>
      </section>
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test('the focus moves to the same button of the next row, of the last one, and to the button that adds one', async () => {
  const user = userEvent.setup()
  render(<List />)
  for (const [pressed, next] of [
    ['Withdraw two', 'Withdraw three'],
    ['Withdraw three', 'Withdraw one'],
    ['Withdraw one', 'Add'],
  ] as const) {
    button(pressed).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(button(next)).toHaveFocus())
  }
})

test('a focus that was moved elsewhere meanwhile stays there', async () => {
  render(<List />)
  button('Withdraw two').focus()
  button('Withdraw two').click()
  button('Add').focus()
  await waitFor(() => expect(screen.queryByText('two')).toBeNull())
  expect(button('Add')).toHaveFocus()
})
