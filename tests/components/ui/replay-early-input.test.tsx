import { act, render, screen } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { earlyClicksScript } from '@/components/ui/early-clicks-script'
import { replayEarlyInput } from '@/components/ui/replay-early-input'

afterEach(() => document.body.replaceChildren())

function Page({ children }: { children?: ReactNode }) {
  useEffect(replayEarlyInput, [])
  return children
}

/** What the server drew, with the inline script; the answer brings the page's scripts. */
function arrive(content: ReactNode) {
  document.body.innerHTML = `<main>${renderToString(content)}</main>`
  new Function(earlyClicksScript)()
  return () => act(async () => void hydrateRoot(screen.getByRole('main'), <Page>{content}</Page>))
}

test('a click before hydration takes effect after it, and a later click is not repeated', async () => {
  const pressed = vi.fn()
  const content = (
    <>
      <button type="button" onClick={() => pressed('first')}>
        First
      </button>
      <button type="button" onClick={() => pressed('second')}>
        Second
      </button>
    </>
  )
  const bringScripts = arrive(content)
  const button = (name: string) => screen.getByRole('button', { name })
  button('First').click()
  button('First').click()
  expect(pressed).not.toHaveBeenCalled()
  await bringScripts()
  expect(pressed.mock.calls).toEqual([['first']])
  button('Second').click()
  expect(pressed.mock.calls).toEqual([['first'], ['second']])
})

function Form({ onSubmit }: { onSubmit: (email: string) => void }) {
  const [email, setEmail] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(email)
      }}
    >
      <input aria-label="Email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <textarea aria-label="Note" defaultValue="As it was" />
      <button type="submit">Send</button>
    </form>
  )
}

test('input typed before hydration is included when the form is submitted', async () => {
  const sent = vi.fn()
  const content = <Form onSubmit={sent} />
  const bringScripts = arrive(content)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  field.value = 'mara@harborlane.example'
  screen.getByRole('button', { name: 'Send' }).click()
  await bringScripts()
  expect(sent.mock.calls).toEqual([['mara@harborlane.example']])
  expect(field).toHaveValue('mara@harborlane.example')
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('As it was')
})

function Filter({ onChoose, status = '' }: { onChoose: (status: string) => void; status?: string }) {
  const [chosen, setChosen] = useState(status)
  return (
    <select
      aria-label="Status"
      value={chosen}
      onChange={(event) => {
        setChosen(event.target.value)
        onChoose(event.target.value)
      }}
    >
      <option value="">Any</option>
      <option value="active">Active</option>
      <option value="suspended">Suspended</option>
    </select>
  )
}

test('a choice made before hydration is applied, and untouched controls stay as they are', async () => {
  const chosen = vi.fn()
  const untouched = vi.fn()
  const bringScripts = arrive(
    <>
      <Filter onChoose={chosen} />
      <Filter onChoose={untouched} />
      <Filter onChoose={untouched} status="active" />
    </>,
  )
  const [first, second, third] = screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Status' })
  first!.value = 'suspended'
  await bringScripts()
  expect(chosen.mock.calls).toEqual([['suspended']])
  expect(first).toHaveValue('suspended')
  expect(untouched).not.toHaveBeenCalled()
  expect(second).toHaveValue('')
  expect(third).toHaveValue('active')
})

test('a link works before hydration', async () => {
  new Function(earlyClicksScript)()
  render(<a href="#there">There</a>)
  const followed = vi.fn()
  document.body.addEventListener('click', followed, { once: true })
  screen.getByRole('link').click()
  expect(followed).toHaveBeenCalledOnce()
  await act(async () => replayEarlyInput())
})
