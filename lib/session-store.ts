import type { User } from '@supabase/supabase-js'
import { getSupabase } from './supabase/browser-client'

/** undefined while it is not known who is signed in, null if nobody is (specification section 4). */
export type CurrentUser = User | null | undefined

// What auth-js answers when the cookies hold no session; the subscription has said so already.
const NO_SESSION = 'AuthSessionMissingError'

let current: CurrentUser
let started = false
const listeners = new Set<() => void>()

// A refreshed token brings a new user object for the same person; keeping the old one spares every reader,
// and the half-typed forms below them, a render.
function publish(user: CurrentUser) {
  const unchanged = user && current && user.id === current.id && user.email === current.email
  if (unchanged || user === current) return
  current = user
  for (const listener of listeners) listener()
}

async function start() {
  try {
    const supabase = await getSupabase()
    supabase.auth.onAuthStateChange((_event, session) => publish(session?.user ?? null))
    const { data, error } = await supabase.auth.getUser()
    if (data.user) publish(data.user)
    // A session that the server no longer honours is no session; an unreachable server says nothing about it.
    else if (error && error.name !== NO_SESSION && error.status && error.status < 500) {
      await supabase.auth.signOut({ scope: 'local' })
    }
  } catch (error) {
    console.error(error)
    started = false
  }
}

/** Calls back on every change of who is signed in; the first subscriber starts the session check. */
export function subscribeToUser(listener: () => void): () => void {
  listeners.add(listener)
  if (!started) {
    started = true
    void start()
  }
  return () => listeners.delete(listener)
}

/** Who is signed in, as far as it is known now. */
export function currentUser(): CurrentUser {
  return current
}
