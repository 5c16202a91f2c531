import { may, type Permissions } from './session/permissions'

/** A tenant's overview; its other pages are below it. */
export function tenantPath(tenantId: string): string {
  return `/app/tenants/${encodeURIComponent(tenantId)}`
}

export const SALES_PATH = '/app/sales'
export const SALES_COMPANIES_PATH = '/app/sales/companies'

export const PORT_AVAILABILITY_PATH = '/app/sales/port-availability'
export const NUMBER_LOOKUP_PATH = '/app/sales/number-lookup'

/** The provider's own company. */
export const COMPANY_PATH = '/app/superadmin/company'

/** Tax rates. */
export const TAXES_PATH = '/app/sales/taxes'

/** A rate plan's rates. */
export function ratePlanPath(planId: string): string {
  return `/app/sales/rates/${encodeURIComponent(planId)}`
}

export const SERVICES_PATH = '/app/sales/services'

/** A service's form, opened over the list. */
export function servicePath(serviceId: string): string {
  return `${SERVICES_PATH}?record=${encodeURIComponent(serviceId)}`
}

/** A stock item's form, opened over the list. */
export function stockItemPath(itemId: string): string {
  return `/app/inventory?record=${encodeURIComponent(itemId)}`
}

/** The form of a new opportunity with a company, on the page of the pipeline. */
export function newOpportunityPath(companyId: string): string {
  return `${SALES_PATH}?record=new&company=${encodeURIComponent(companyId)}`
}

/** A sales opportunity's page. */
export function opportunityPath(opportunityId: string): string {
  return `/app/sales/opportunities/${encodeURIComponent(opportunityId)}`
}

/** The page of a user of the back office. */
export function staffPath(memberId: string): string {
  return `/app/superadmin/users/${encodeURIComponent(memberId)}`
}

/** A role's page by id; 'new' creates one. */
export function rolePath(roleId: string): string {
  return `/app/superadmin/roles/${encodeURIComponent(roleId)}`
}

/** A number in stock, which may be unassigned. */
export function numberInStockPath(numberId: string): string {
  return `/app/numbers?record=${encodeURIComponent(numberId)}`
}

/** The numbers that can be assigned, proposing a tenant for them. */
export function numbersForTenantPath(tenantId: string): string {
  return `/app/numbers?status=available&for=${encodeURIComponent(tenantId)}`
}

/** A port order, in Numbers. */
export function portOrderPath(orderId: string): string {
  return `/app/numbers?tab=ports&record=${encodeURIComponent(orderId)}`
}

/** The customer list. */
export const CUSTOMERS_PATH = '/app/app/customers'
/** A customer's page; 'create' creates one. */
export function customerPath(companyId: string): string {
  return `/customers/${encodeURIComponent(companyId)}`
}

/** A company's page for the user: the customer's, or without access to Customers the form that Sales has for it. */
export function companyPath(permissions: Permissions | undefined, companyId: string): string {
  return may(permissions, 'customers') || !may(permissions, 'sales')
    ? customerPath(companyId)
    : `${SALES_COMPANIES_PATH}?record=${encodeURIComponent(companyId)}`
}
