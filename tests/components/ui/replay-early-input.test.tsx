import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { earlyInputScript } from '@/components/ui/early-input-script'
import { replayEarlyInput } from '@/components/ui/replay-early-input'

afterEach(() => document.body.replaceChildren())

function Page({ children }: { children?: ReactNode }) {
  useEffect(replayEarlyInput, [])
  return children
}

/** What the server drew, with the inline script; the answer brings the page's scripts. */
function arrive(content: ReactNode) {
  document.body.innerHTML = `<main>${renderToString(content)}</main>`
  new Function(earlyInputScript)()
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

test('a click on an icon before hydration takes effect after it, and so do those after it', async () => {
  const pressed = vi.fn()
  const content = (
    <>
      <button type="button" onClick={() => pressed('menu')}>
        <svg role="img" aria-label="Icon" />
      </button>
      <button type="button" onClick={() => pressed('next')}>
        Next
      </button>
    </>
  )
  const bringScripts = arrive(content)
  fireEvent.click(screen.getByRole('img', { name: 'Icon' }))
  screen.getByRole('button', { name: 'Next' }).click()
  await bringScripts()
  expect(pressed.mock.calls).toEqual([['menu'], ['next']])
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

test('what is typed and chosen while the page hydrates reaches it once, even if a field was reset meanwhile', async () => {
  const chosen = vi.fn()
  const sent = vi.fn()
  const bringScripts = arrive(
    <>
      <Filter onChoose={chosen} />
      <Form onSubmit={sent} />
    </>,
  )
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  const heard = vi.fn()
  screen.getByRole('main').addEventListener('input', heard)
  select.value = 'suspended'
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
  field.value = 'mara@harborlane.example'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  expect(heard).not.toHaveBeenCalled()
  select.value = ''
  field.value = ''
  screen.getByRole('button', { name: 'Send' }).click()
  await bringScripts()
  expect(chosen.mock.calls).toEqual([['suspended']])
  expect(select).toHaveValue('suspended')
  expect(sent.mock.calls).toEqual([['mara@harborlane.example']])
  expect(field).toHaveValue('mara@harborlane.example')
})

test.each([
  ['the search', ['/', 'a', 'c', 'm', 'e']],
  ['the keyboard help', ['?']],
])('the keys that open %s are heard once the page is ready, in order and once', async (_what, keys) => {
  const heard = vi.fn()
  const bringScripts = arrive(<input aria-label="Name" />)
  const press = (on: Element, key: string) =>
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const listen = (event: KeyboardEvent) => heard(event.key)
  window.addEventListener('keydown', listen)
  try {
    for (const key of keys) expect(press(document.body, key)).toBe(false)
    expect(heard).not.toHaveBeenCalled()
    await bringScripts()
    expect(heard.mock.calls).toEqual(keys.map((key) => [key]))
  } finally {
    window.removeEventListener('keydown', listen)
  }
})

test('before the page is ready, keys typed in a field and other keys are the browser’s', async () => {
  const heard = vi.fn()
  const bringScripts = arrive(<input aria-label="Name" />)
  const press = (on: Element, key: string) =>
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const listen = (event: KeyboardEvent) => heard(event.key)
  window.addEventListener('keydown', listen)
  try {
    for (const key of ['/', '?', 'a']) expect(press(screen.getByRole('textbox'), key)).toBe(true)
    for (const key of ['a', 'Tab', 'Enter']) expect(press(document.body, key)).toBe(true)
    expect(heard).toHaveBeenCalledTimes(6)
    await bringScripts()
    expect(heard).toHaveBeenCalledTimes(6)
  } finally {
    window.removeEventListener('keydown', listen)
  }
})

test('a link works before hydration', async () => {
  new Function(earlyInputScript)()
  render(<a href="#there">There</a>)
  const followed = vi.fn()
  document.body.addEventListener('click', followed, { once: true })
  screen.getByRole('link').click()
  expect(followed).toHaveBeenCalledOnce()
  await act(async () => replayEarlyInput())
})
