import type { ReactElement, ReactNode } from 'react'
import { shellLayout } from '@/components/shell/shell-layout'
import { type TenantPage, tenantPageSection } from '@/lib/navigation'
import { TenantFrame } from './tenant-frame'

/** A tenant page's `getLayout`: the shell, the gate of the page's section, the tenant's header and navigation. */
export function tenantLayout(path: TenantPage['path'] | ''): (page: ReactElement) => ReactNode {
  const layout = shellLayout(path === '' ? 'tenants' : tenantPageSection(path))
  return (page) => layout(<TenantFrame path={path}>{page}</TenantFrame>)
}
