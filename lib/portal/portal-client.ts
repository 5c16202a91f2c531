import { postJson } from '../fetcher'
import { tenantPath } from '../record-paths'
import type { STANDINGS } from '../resources/portal-user'
import type { Invited, PortalUser } from './invitation'

export type PortalUserRow = PortalUser & { extensions: string | null; standing: (typeof STANDINGS)[number] }

/** Invites users of one tenant, at most MAX_INVITATIONS; the trail shows the requests of one `run` as one change. */
export function invitePortalUsers(
  tenantId: string,
  users: readonly string[],
  run: string = crypto.randomUUID(),
): Promise<Invited> {
  return postJson(`/api${tenantPath(tenantId).replace(/^\/app/, '')}/users/invite`, { users, run })
}
