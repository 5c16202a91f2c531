import { newAuditEntry, newMemberRecord, newRole, newRolePermission } from './access'
import {
  newBillingAccount,
  newInvoice,
  newInvoiceLine,
  newLicence,
  newPayment,
  newRatePlan,
  newRatePlanRate,
  newSubscription,
} from './billing'
import { newAgent, newCallFlow, newQueue, newRingGroup, newRingGroupMember, newTier } from './call-groups'
import { newCall, newCallLeg, newHourlyCount, newRejectedRecord } from './cdr'
import { newCompany, newContact, newTenant } from './companies'
import {
  newDeviceKey,
  newDeviceLine,
  newDeviceProfile,
  newProfileKey,
  newProfileSetting,
  newProvisioningEntry,
} from './devices'
import { newCallBlockRule, newDidCondition, newOutboundRoute } from './numbers'
import { newEmergencyAddress, newPortalUser, newPortalUserExtension, newTenantSettings } from './people'
import { newRecording } from './recordings'
import { newIvrMenu, newIvrMenuOption, newTimeCondition, newTimeConditionRule } from './routing'
import type { Given, NewRow, TableName } from './row'
import {
  newOpportunity,
  newOpportunityItem,
  newOpportunityNote,
  newProvisioningRun,
  newService,
  newStockItem,
  newStockMinimum,
} from './sales'
import {
  newDestination,
  newDevice,
  newExtension,
  newFeatureCode,
  newFollowMe,
  newNumberClaim,
  newSecret,
  newTenantNumber,
} from './telephony'

/** Makes a valid row of each table, not stored yet; the parents that it needs are stored. */
export const FACTORIES: { [T in TableName]: (given?: Given<T>) => Promise<NewRow<T>> } = {
  audit_log: newAuditEntry,
  billing_accounts: newBillingAccount,
  call_block_rules: newCallBlockRule,
  cdr: newCall,
  cdr_hourly: newHourlyCount,
  cdr_legs: newCallLeg,
  cdr_rejected: newRejectedRecord,
  call_center_agents: newAgent,
  call_center_queues: newQueue,
  call_center_tiers: newTier,
  call_flows: newCallFlow,
  companies: newCompany,
  contacts: newContact,
  destinations: newDestination,
  device_keys: newDeviceKey,
  device_lines: newDeviceLine,
  device_profile_keys: newProfileKey,
  device_profile_settings: newProfileSetting,
  device_profiles: newDeviceProfile,
  devices: newDevice,
  did_conditions: newDidCondition,
  dids: newTenantNumber,
  emergency_addresses: newEmergencyAddress,
  extension_follow_me: newFollowMe,
  extensions: newExtension,
  feature_codes: newFeatureCode,
  inventory: newStockItem,
  invoice_lines: newInvoiceLine,
  invoices: newInvoice,
  ivr_menu_options: newIvrMenuOption,
  ivr_menus: newIvrMenu,
  licences: newLicence,
  members: newMemberRecord,
  number_plan: newNumberClaim,
  opportunities: newOpportunity,
  opportunity_items: newOpportunityItem,
  opportunity_notes: newOpportunityNote,
  payments: newPayment,
  rate_plan_rates: newRatePlanRate,
  rate_plans: newRatePlan,
  provisioning_log: newProvisioningEntry,
  provisioning_runs: newProvisioningRun,
  outbound_routes: newOutboundRoute,
  recordings: newRecording,
  ring_group_members: newRingGroupMember,
  ring_groups: newRingGroup,
  portal_user_extensions: newPortalUserExtension,
  portal_users: newPortalUser,
  role_permissions: newRolePermission,
  roles: newRole,
  secrets: newSecret,
  services: newService,
  subscriptions: newSubscription,
  tenant_settings: newTenantSettings,
  stock_minimums: newStockMinimum,
  tenants: newTenant,
  time_condition_rules: newTimeConditionRule,
  time_conditions: newTimeCondition,
}
