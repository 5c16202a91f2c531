import useSWR from 'swr'
import { listRoles } from '@/lib/staff/roles'
import { getSupabase } from '@/lib/supabase/browser-client'

/** All roles with their matrices; undefined until known. */
export function useRoles() {
  const { data, error, isValidating, mutate } = useSWR('roles', async () => listRoles(await getSupabase()))
  return { roles: data, error, loading: isValidating, refresh: () => mutate() }
}
