import { postJson } from '../fetcher'
import { tenantPath } from '../record-paths'
import type { STANDINGS } from '../resources/portal-user'
import type { PortalUser } from './invitation'

export type PortalUserRow = PortalUser & { extensions: string | null; standing: (typeof STANDINGS)[number] }

export function invitePortalUser({
  id,
  tenant_id,
}: Pick<PortalUser, 'id' | 'tenant_id'>): Promise<PortalUser> {
  return postJson(`/api${tenantPath(tenant_id).replace(/^\/app/, '')}/users/${id}/invite`, {})
}
