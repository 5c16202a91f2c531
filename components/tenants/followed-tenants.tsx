import { keys } from '@/hooks/keys'
import { useFollowed } from '@/hooks/use-followed-list'
import { useLiveRecords } from '@/hooks/use-live-records'

/** Follows tenants and their companies, for the list of tenants, which loads this later. */
export function FollowedTenants(): null {
  useLiveRecords()
  useFollowed({ table: 'tenants', tenantId: null }, keys.tenants())
  return null
}
