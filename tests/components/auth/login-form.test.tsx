import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LoginForm } from '@/components/auth/login-form'

const replace = vi.fn()
const signInWithPassword = vi.fn()
const signOut = vi.fn(async () => ({ error: null }))
let query: Record<string, string> = {}
let memberAnswer: { data: unknown; error: unknown }

vi.mock('next/router', () => ({ useRouter: () => ({ replace, query }) }))
vi.mock('@/lib/supabase/browser-client', () => ({
  getSupabase: async () => ({
    auth: { signInWithPassword, signOut },
    from: () => ({ select: () => ({ eq: () => ({ single: async () => memberAnswer }) }) }),
    rpc: async () => ({
      data: { permissions: [{ section: 'customers', action: 'view' }], time_zone: null, business_day: null },
      error: null,
    }),
  }),
}))

const email = () => screen.getByLabelText(/^Email/)
const password = () => screen.getByLabelText(/^Password/)

async function signIn() {
  render(<LoginForm />)
  await userEvent.type(email(), 'tech@demo.test')
  await userEvent.type(password(), 'a password')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('the sign-in form', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    query = {}
    memberAnswer = { data: { user_role: 'tech', status: 'active' }, error: null }
    signInWithPassword.mockResolvedValue({ data: { user: { id: 'u1' } }, error: null })
  })

  test('goes to the dashboard after sign-in', async () => {
    await signIn()
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/app'))
  })

  test('goes back to the page that was requested', async () => {
    query = { next: '/app/tenants?q=dental' }
    await signIn()
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/app/tenants?q=dental'))
  })

  test('never redirects to another site', async () => {
    query = { next: '//elsewhere.example' }
    await signIn()
    await waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/app'))
  })

  test.each([
    ['invalid_credentials', 400, 'The email address or the password is wrong.'],
    ['over_request_rate_limit', 429, 'Too many attempts. Wait a minute, then try again.'],
    ['user_banned', 400, 'This account is disabled. Ask a superadmin to enable it.'],
  ])('shows the error for %s and keeps the input', async (code, status, text) => {
    signInWithPassword.mockResolvedValue({ data: {}, error: { code, status, name: 'AuthApiError' } })
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(email()).toHaveValue('tech@demo.test')
    expect(password()).toHaveValue('a password')
    expect(replace).not.toHaveBeenCalled()
  })

  test('reports an account without a member record, and signs out again', async () => {
    memberAnswer = { data: null, error: { code: 'PGRST116' } }
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(/no member record/)
    expect(signOut).toHaveBeenCalledWith({ scope: 'local' })
    expect(replace).not.toHaveBeenCalled()
  })

  test('reports a disabled member, and signs out again', async () => {
    memberAnswer = { data: { user_role: 'tech', status: 'disabled' }, error: null }
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(/disabled/)
    expect(signOut).toHaveBeenCalledWith({ scope: 'local' })
  })

  test('reports that the service is unreachable', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    signInWithPassword.mockRejectedValue(new TypeError('fetch failed'))
    await signIn()
    expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  })

  /** The form as the server sends it, before React takes it over. */
  function served(): HTMLElement {
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(<LoginForm />)
    return container
  }

  test('begins in the email field', () => {
    render(<LoginForm />, { container: served(), hydrate: true })
    expect(email()).toHaveFocus()
  })

  test('leaves whoever has begun to type a password in its field', () => {
    const container = served()
    password().focus()
    render(<LoginForm />, { container, hydrate: true })
    expect(password()).toHaveFocus()
  })

  test('asks for missing fields before sending anything', async () => {
    render(<LoginForm />)
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(email()).toHaveAccessibleDescription('Enter your email address.')
    expect(password()).toHaveAccessibleDescription('Enter your password.')
    expect(email()).toHaveFocus()
    await userEvent.type(email(), 'nonsense')
    expect(email()).toHaveAccessibleDescription('This does not look like an email address.')
    expect(signInWithPassword).not.toHaveBeenCalled()
  })
})
