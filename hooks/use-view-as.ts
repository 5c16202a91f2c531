import { useRouter } from 'next/router'
import { notify } from '@/lib/browser/notify'
import { failureMessage } from '@/lib/errors'
import { HOME_PATH } from '@/lib/paths'
import { viewAs } from '@/lib/staff/roles'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useClearCache } from './use-clear-cache'

/** Views the app as a role, or stops doing so (null), and restarts it at the dashboard. */
export function useViewAs() {
  const router = useRouter()
  const forgetAll = useClearCache()
  async function take(role: string | null) {
    try {
      await viewAs(await getSupabase(), role)
      await router.push(HOME_PATH)
      await forgetAll()
    } catch (error) {
      void notify('error', failureMessage(error))
    }
  }
  return { take }
}
