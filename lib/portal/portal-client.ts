import { postJson } from '../fetcher'
import { tenantPath } from '../paths'
import type { PortalUser } from './invitation'

/** How far a portal user's invitation has got, as the view portal_user_list says it. */
export type Standing = 'new' | 'invited' | 'accepted' | 'disabled'

/** A row of the list of portal users. */
export type PortalUserRow = PortalUser & { extensions: string | null; standing: Standing }

/** Sends a portal user the invitation, or sends it again. Throws RequestFailure. */
export function invitePortalUser({
  id,
  tenant_id,
}: Pick<PortalUser, 'id' | 'tenant_id'>): Promise<PortalUser> {
  return postJson(`/api${tenantPath(tenant_id).replace(/^\/app/, '')}/users/${id}/invite`, {})
}
