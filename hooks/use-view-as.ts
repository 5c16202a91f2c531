import { useRouter } from 'next/router'
import { useSWRConfig } from 'swr'
import { failureMessage } from '@/lib/errors'
import { notify } from '@/lib/notify'
import { HOME_PATH } from '@/lib/paths'
import { viewAs } from '@/lib/staff/roles'
import { getSupabase } from '@/lib/supabase/browser-client'

/** Takes on the rights of a role, or lays them down (null), and shows the app anew from the dashboard on. */
export function useViewAs() {
  const router = useRouter()
  const { mutate } = useSWRConfig()
  async function take(role: string | null) {
    try {
      await viewAs(await getSupabase(), role)
      await router.push(HOME_PATH)
      // What was read with other rights must not stay in sight.
      await mutate(() => true, undefined, { revalidate: true })
    } catch (error) {
      void notify('error', failureMessage(error))
    }
  }
  return { take }
}
