import { useRouter } from 'next/router'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { HOME_PATH } from '@/lib/paths'
import { viewAs } from '@/lib/staff/roles'
import { getSupabase } from '@/lib/supabase/browser-client'
import { useForgetAll } from './use-forget-all'

/** Takes on the rights of a role, or lays them down (null), and shows the app again from the dashboard on. */
export function useViewAs() {
  const router = useRouter()
  const forgetAll = useForgetAll()
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
