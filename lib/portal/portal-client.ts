import { postJson } from '../fetcher'
import { tenantPath } from '../record-paths'
import type { PortalUser } from './invitation'

/** Status of a portal user's invitation, as in the view portal_user_list. */
export type Standing = 'new' | 'invited' | 'accepted' | 'disabled'

export type PortalUserRow = PortalUser & { extensions: string | null; standing: Standing }

export function invitePortalUser({
  id,
  tenant_id,
}: Pick<PortalUser, 'id' | 'tenant_id'>): Promise<PortalUser> {
  return postJson(`/api${tenantPath(tenant_id).replace(/^\/app/, '')}/users/${id}/invite`, {})
}
