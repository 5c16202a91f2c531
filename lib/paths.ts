/** The first page after sign-in. */
export const HOME_PATH = '/app'
export const LOGIN_PATH = '/login'
/** Where users request a reset email, and where its link leads. */
export const FORGOT_PASSWORD_PATH = '/forgot-password'
export const RESET_PASSWORD_PATH = '/reset-password'

// Only its origin matters: a path that leaves it leaves any site.
const ANY_ORIGIN = 'http://any.invalid'
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f\\]/

/** Whether a path belongs to the signed-in shell: /app… and /customers… (specification section 2.1). */
export function isSignedInPath(pathname: string): boolean {
  return /^\/(app|customers)(\/|$)/.test(pathname)
}

/** The sign-in page, which continues to `next` (a path of this site). */
export function loginPath(next?: string): string {
  return next && next !== HOME_PATH ? `${LOGIN_PATH}?next=${encodeURIComponent(next)}` : LOGIN_PATH
}

/**
 * The path to open after sign-in: `value` if it is a path of this site other than the sign-in page, otherwise /app. Rejects
 * everything that a browser would take for another host (//host, /\host, https:, control characters), so that a link to the
 * sign-in page cannot redirect to another site.
 */
export function safeNextPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || UNSAFE_CHARACTERS.test(value)) return HOME_PATH
  if (!URL.canParse(value, ANY_ORIGIN)) return HOME_PATH
  const url = new URL(value, ANY_ORIGIN)
  // Dots are resolved only now: '/a/..//host' is the path '//host'.
  if (url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return HOME_PATH
  if (url.pathname === LOGIN_PATH) return HOME_PATH
  return url.pathname + url.search + url.hash
}

/** A tenant's page. */
export function tenantPath(tenantId: string): string {
  return `/app/tenants/${encodeURIComponent(tenantId)}`
}

/** The sales pipeline, and the companies of Sales. */
export const SALES_PATH = '/app/sales'
export const SALES_COMPANIES_PATH = '/app/sales/companies'

/** Port availability, and number lookup. */
export const PORT_AVAILABILITY_PATH = '/app/sales/port-availability'
export const NUMBER_LOOKUP_PATH = '/app/sales/number-lookup'

/** A service with its prices, opened over the pipeline. */
export function servicePath(serviceId: string): string {
  return `${SALES_PATH}?service=${encodeURIComponent(serviceId)}`
}

/** A stock item's form, opened over the list. */
export function stockItemPath(itemId: string): string {
  return `/app/inventory?record=${encodeURIComponent(itemId)}`
}

/** The form of a new opportunity for a company. */
export function newOpportunityPath(companyId: string): string {
  return `${SALES_PATH}?record=new&company=${encodeURIComponent(companyId)}`
}

/** A sales opportunity's page. */
export function opportunityPath(opportunityId: string): string {
  return `/app/sales/opportunities/${encodeURIComponent(opportunityId)}`
}

/** A staff member's page. */
export function staffPath(memberId: string): string {
  return `/app/superadmin/users/${encodeURIComponent(memberId)}`
}

/** A role's page by id; 'new' creates one. */
export function rolePath(roleId: string): string {
  return `/app/superadmin/roles/${encodeURIComponent(roleId)}`
}

/** A port order, in Numbers. */
export function portOrderPath(orderId: string): string {
  return `/app/numbers?tab=ports&record=${encodeURIComponent(orderId)}`
}

/** The customer list, and a customer's page; 'create' creates one. */
export const CUSTOMERS_PATH = '/app/app/customers'
export function customerPath(companyId: string): string {
  return `/customers/${encodeURIComponent(companyId)}`
}
