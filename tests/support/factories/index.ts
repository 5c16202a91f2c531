import { newAuditEntry, newMemberRecord, newRole, newRolePermission } from './access'
import { newCompany, newContact, newTenant } from './companies'
import type { Given, NewRow, TableName } from './row'
import { newOpportunity, newService, newStockItem } from './sales'
import { newDevice, newExtension, newTenantNumber } from './telephony'

/** Makes a valid row of each table, not stored yet; the parents that it needs are stored. */
export const FACTORIES: { [T in TableName]: (given?: Given<T>) => Promise<NewRow<T>> } = {
  audit_log: newAuditEntry,
  companies: newCompany,
  contacts: newContact,
  devices: newDevice,
  dids: newTenantNumber,
  extensions: newExtension,
  inventory: newStockItem,
  members: newMemberRecord,
  opportunities: newOpportunity,
  role_permissions: newRolePermission,
  roles: newRole,
  services: newService,
  tenants: newTenant,
}
